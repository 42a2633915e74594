import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { useViewStatus } from '#portal/shell/view-status.ts'

/** Loads the page's other variant when the view has become a phone's, or is one no longer. */
export function useVariant() {
  const { isMobile } = useViewStatus()
  const { revalidate } = useRevalidator()
  const shown = useRef(isMobile)
  useEffect(() => {
    if (shown.current === isMobile) return
    shown.current = isMobile
    void revalidate()
  }, [isMobile, revalidate])
}
