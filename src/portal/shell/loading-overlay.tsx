import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { isContent } from '#portal/shell/place.ts'

/** Spec 9: how long it stays after the content has rendered. */
export const OVERLAY_HIDE_MS = 500

/**
 * A veil over static content on its way, on phones, until half a second after it is there (spec 2.2). It lets touches
 * through. Steps of a procedure are no static content: there the press itself says that it is under way.
 */
export function LoadingOverlay({ isMobile }: { isMobile: boolean }) {
  const navigation = useNavigation()
  const { pathname } = useLocation()
  const isStatic = isContent(navigation.location?.pathname ?? pathname)
  const isLoading = navigation.state === 'loading'
  const shownPath = useRef(pathname)
  const [isShown, setShown] = useState(false)

  useEffect(() => {
    if (!isStatic) {
      shownPath.current = pathname
      return setShown(false)
    }
    if (isLoading) return setShown(isMobile)
    // A page that came too quickly to be seen on its way.
    if (shownPath.current !== pathname) setShown(isMobile)
    shownPath.current = pathname
    const timer = setTimeout(() => setShown(false), OVERLAY_HIDE_MS)
    return () => clearTimeout(timer)
  }, [isLoading, isMobile, isStatic, pathname])

  return isShown ? (
    <div className="loading-overlay" role="status">
      <span className="visually-hidden">読み込んでいます</span>
    </div>
  ) : null
}
