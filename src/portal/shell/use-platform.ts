import { useContext, useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { applyNavigationHead } from '#portal/shell/navigation-head.ts'
import {
  fetchAuth,
  fetchNavigation,
  type Auth,
  type ProviderNavigation,
} from '#portal/shell/platform-status.ts'
import { RenderedHtml } from '#portal/site/rendered-html.ts'

/**
 * Who is logged in, and the provider's header and footer for them. Looked at again whenever one comes back to the page:
 * another tab may have logged in or out meanwhile. The navigation is loaded anew when a flag changed (spec 4).
 */
export function usePlatform(initial: Auth, isMobile: boolean, isNavigationShown: boolean) {
  const { pathname } = useLocation()
  const rendered = useContext(RenderedHtml)
  const [auth, setAuth] = useState(initial)
  const [navigation, setNavigation] = useState(() => rendered?.navigation ?? adoptNavigation())

  const load = useEffectEvent(async (flags: Auth) => {
    const loaded = await fetchNavigation(flags, isMobile, pathname)
    applyNavigationHead(loaded.head)
    setNavigation(loaded)
  })

  const check = useEffectEvent(async () => {
    if (document.visibilityState !== 'visible') return
    const now = await fetchAuth()
    if (!now) return
    if (now.mvno_member === auth.mvno_member && now.dmm_login === auth.dmm_login) return
    setAuth(now)
    await load(now)
  })

  useEffect(() => {
    const onReturn = () => void check()
    const onShow = (event: PageTransitionEvent) => event.persisted && void check()
    window.addEventListener('focus', onReturn)
    window.addEventListener('pageshow', onShow)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      window.removeEventListener('focus', onReturn)
      window.removeEventListener('pageshow', onShow)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [])

  // A page opened without the provider's parts (navi=none) was left for one that has them.
  const isMissing = isNavigationShown && navigation === undefined
  useEffect(() => {
    if (isMissing) void load(auth)
  }, [isMissing, auth])

  return { auth, navigation }
}

/** The server's HTML is not sent twice: the browser takes it out of the document. */
function adoptNavigation(): ProviderNavigation | undefined {
  const partOf = (part: string) =>
    document.querySelector(`[data-provider="${part}"]`)?.innerHTML ?? ''
  if (!document.querySelector('[data-provider]')) return undefined
  return { head: '', header: partOf('header'), footer: partOf('footer') }
}
