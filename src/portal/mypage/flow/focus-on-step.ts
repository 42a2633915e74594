import { useEffect, useRef } from 'react'

/** The steps of a procedure share one path, so the heading takes the focus when the step changes. */
export function useFocusOnStep(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(title)
  useEffect(() => {
    if (shown.current === title) return
    shown.current = title
    heading.current?.focus({ preventScroll: true })
  }, [title])
  return heading
}
