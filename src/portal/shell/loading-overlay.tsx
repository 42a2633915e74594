import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

/** Spec 9: how long it stays after the content has rendered. */
export const OVERLAY_HIDE_MS = 500

/** A veil while the next page is on its way, on phones (spec 2.2). It lets touches through. */
export function LoadingOverlay({ isMobile }: { isMobile: boolean }) {
  const isLoading = useNavigation().state === 'loading'
  const { pathname } = useLocation()
  const shownPath = useRef(pathname)
  const [isShown, setShown] = useState(false)

  useEffect(() => {
    if (isLoading) return setShown(isMobile)
    // A page that came too quickly to be seen on its way.
    if (shownPath.current !== pathname) setShown(isMobile)
    shownPath.current = pathname
    const timer = setTimeout(() => setShown(false), OVERLAY_HIDE_MS)
    return () => clearTimeout(timer)
  }, [isLoading, isMobile, pathname])

  return isShown ? (
    <div className="loading-overlay" role="status">
      <span className="visually-hidden">読み込んでいます</span>
    </div>
  ) : null
}
