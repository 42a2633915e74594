import { createContext, useContext, useEffect, useState } from 'react'
import type { Device } from '#portal/context.ts'

/** A body narrower than this is a phone (spec 4). */
export const MOBILE_BELOW_PX = 768
export const RESIZE_DEBOUNCE_MS = 500

/** How the page is being looked at (spec 3, View status). */
export type ViewStatus = { isMobile: boolean; isTouchDevice: boolean }

export const ViewStatusContext = createContext<ViewStatus>({
  isMobile: false,
  isTouchDevice: false,
})

export const useViewStatus = () => useContext(ViewStatusContext)

/** Starts with the server's guess, measures once the page runs, and again when resizing has rested. */
export function useMeasuredView(device: Device): ViewStatus {
  const guess = device === 'mobile'
  const [view, setView] = useState<ViewStatus>({ isMobile: guess, isTouchDevice: guess })

  useEffect(() => {
    const measure = () =>
      setView((before) => {
        const now = measureView()
        const isSame =
          now.isMobile === before.isMobile && now.isTouchDevice === before.isTouchDevice
        return isSame ? before : now
      })
    let resting: ReturnType<typeof setTimeout> | undefined
    const onResize = () => {
      clearTimeout(resting)
      resting = setTimeout(measure, RESIZE_DEBOUNCE_MS)
    }
    measure()
    window.addEventListener('resize', onResize)
    return () => {
      clearTimeout(resting)
      window.removeEventListener('resize', onResize)
    }
  }, [])

  return view
}

function measureView(): ViewStatus {
  return {
    isMobile: document.body.clientWidth < MOBILE_BELOW_PX,
    isTouchDevice: !matchMedia('(any-hover: hover)').matches,
  }
}
