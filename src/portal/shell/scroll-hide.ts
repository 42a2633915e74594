import { useEffect, useReducer } from 'react'

/** Both headers are this high (spec 9). */
export const HEADER_HEIGHT_PX = 49
/** Up to here the header hides at once; deeper it waits until scrolling has rested (spec 4). */
export const HIDE_THRESHOLD_PX = 200
export const HIDE_DEBOUNCE_MS = 500
/** How far one scrolls back up before the header is there again. */
export const REAPPEAR_PX = 100

export type HeaderScroll = {
  isHidden: boolean
  /** Where the page stood at the last event. */
  y: number
  /** The deepest place since the header was hidden, from which scrolling back up is measured. */
  deepestY: number
  /** Scrolled on deep in the page: hides when nothing more comes for the debounce's time. */
  isWaiting: boolean
}

export const unscrolled: HeaderScroll = { isHidden: false, y: 0, deepestY: 0, isWaiting: false }

/** The header after a scroll event (spec 4, Header on scroll). */
export function scrolledTo(state: HeaderScroll, y: number): HeaderScroll {
  if (y <= HEADER_HEIGHT_PX) return { isHidden: false, y, deepestY: y, isWaiting: false }
  if (state.isHidden) {
    const deepestY = Math.max(state.deepestY, y)
    const isHidden = deepestY - y < REAPPEAR_PX
    return { isHidden, y, deepestY: isHidden ? deepestY : y, isWaiting: false }
  }
  if (y <= state.y) return { isHidden: false, y, deepestY: y, isWaiting: false }
  const isDeep = y > HIDE_THRESHOLD_PX
  return { isHidden: !isDeep, y, deepestY: y, isWaiting: isDeep }
}

/** The header after no scroll event came for the debounce's time. */
export function rested(state: HeaderScroll): HeaderScroll {
  return state.isWaiting ? { ...state, isHidden: true, isWaiting: false } : state
}

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
