import { useEffect, useReducer } from 'react'
import { HIDE_DEBOUNCE_MS, rested, scrolledTo, unscrolled } from '#portal/shell/scroll-hide.ts'

/** Whether the header has made room for the page; never on phones (spec 4: desktop only). */
export function useScrollHide(isMobile: boolean): boolean {
  const [state, dispatch] = useReducer(
    (before: typeof unscrolled, y: number | 'rested') =>
      y === 'rested' ? rested(before) : scrolledTo(before, y),
    unscrolled,
  )

  useEffect(() => {
    if (isMobile) return
    let resting: ReturnType<typeof setTimeout> | undefined
    const onScroll = () => {
      clearTimeout(resting)
      dispatch(window.scrollY)
      resting = setTimeout(() => dispatch('rested'), HIDE_DEBOUNCE_MS)
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(resting)
      window.removeEventListener('scroll', onScroll)
    }
  }, [isMobile])

  return state.isHidden && !isMobile
}
