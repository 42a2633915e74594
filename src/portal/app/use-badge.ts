import { useEffect } from 'react'

/** The app's badge says how many notices are unread, as the bar of my page does; a browser without one has none. */
export function useBadge(unread: number): void {
  useEffect(() => {
    const isOffered = 'setAppBadge' in navigator
    if (isOffered) navigator.setAppBadge(unread).catch(() => {})
  }, [unread])
}
