import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
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
 * another tab may have logged in or out meanwhile. The navigation is loaded anew when a flag changed (spec 4), and asked
 * for again then and on the next page while the provider has not answered.
 */
export function usePlatform(initial: Auth, isMobile: boolean, isNavigationShown: boolean) {
  const { pathname } = useLocation()
  const rendered = useContext(RenderedHtml)
  const [auth, setAuth] = useState(initial)
  const [navigation, setNavigation] = useState(() => rendered?.navigation ?? adoptNavigation())

  const isMissing = isNavigationShown && !navigation?.header && !navigation?.footer

  // A page opened without the provider's parts (navi=none) was left for one that has them, or the last answer did not
  // come: asked for on the next page, not again on this one (spec 9). Not at once where the server had none either: a
  // page that has been painted does not move.
  const askedOn = useRef(navigation === undefined ? undefined : pathname)

  const load = useEffectEvent(async (flags: Auth) => {
    askedOn.current = pathname
    const loaded = await fetchNavigation(flags, isMobile, pathname)
    applyNavigationHead(loaded?.head ?? '')
    setNavigation(loaded)
  })

  const check = useEffectEvent(async () => {
    if (document.visibilityState !== 'visible') return
    const now = await fetchAuth()
    if (!now) return
    const isSame = now.mvno_member === auth.mvno_member && now.dmm_login === auth.dmm_login
    if (isSame && !isMissing) return
    if (!isSame) setAuth(now)
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

  useEffect(() => {
    if (isMissing && askedOn.current !== pathname) void load(auth)
  }, [isMissing, pathname, auth])

  return { auth, navigation }
}

/** The server's HTML is not sent twice: the browser takes it out of the document. */
function adoptNavigation(): ProviderNavigation | undefined {
  const partOf = (part: string) =>
    document.querySelector(`[data-provider="${part}"]`)?.innerHTML ?? ''
  if (!document.querySelector('[data-provider]')) return undefined
  return { head: '', header: partOf('header'), footer: partOf('footer') }
}
