import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { brand } from '#brand'
import { PrintHeader } from '#ui/print-header.tsx'
import type { Device, ExternalLinks, PageContext } from '#portal/context.ts'
import type { PageFlags } from '#portal/page-setting.ts'
import { Announcement } from '#portal/shell/announcement.tsx'
import { Footer } from '#portal/shell/footer.tsx'
import { Header, TalkHeader } from '#portal/shell/header.tsx'
import { hidesNavigation, isContent, isTalk } from '#portal/shell/place.ts'
import { isMypage } from '#vocabulary/pages.ts'
import type { Ongoing } from '#portal/shell/ongoing.ts'
import type { Auth } from '#portal/shell/platform-status.ts'
import { useOngoing } from '#portal/shell/use-ongoing.ts'
import { usePlatform } from '#portal/shell/use-platform.ts'
import { ViewStatusContext, useMeasuredView } from '#portal/shell/view-status.ts'
import { formatDateTime } from '#ui/format.ts'
import { outageBoard, outageBoardPage } from '#vocabulary/site-pages.ts'
import { TrustedHtml } from '#portal/site/trusted-html.tsx'

/** Spec 9: how long it stays after the content has rendered. */
const OVERLAY_HIDE_MS = 500

/**
 * A veil over static content on its way, on phones, until half a second after it is there (spec 2.2). It lets touches
 * through. Steps of a procedure are no static content: there the press itself says that it is under way.
 */
function LoadingOverlay({ isMobile }: { isMobile: boolean }) {
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

const labels = {
  header: `${brand.provider}の共通メニュー`,
  footer: `${brand.provider}の共通案内`,
}

/** The provider's own header or footer; empty and without height when its service failed. */
function ProviderPart({ part, html }: { part: 'header' | 'footer'; html: string }) {
  return (
    <TrustedHtml
      className={`provider-part provider-part--${part}`}
      data-provider={part}
      {...(html === '' ? {} : { role: 'region', 'aria-label': labels[part] })}
      html={html}
      onClickCapture={comeBackHere}
    />
  )
}

/** Its login link was written for the page that was loaded first; one has moved on in the app since. */
function comeBackHere(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || new URL(link.href).pathname !== '/auth/login') return
  const url = new URL(link.href)
  url.searchParams.set('back', location.pathname + location.search)
  link.href = url.href
}

const words = { outage: '障害が発生しています', maintenance: 'メンテナンス中です' } as const

/** First on every page while something lasts: what, where and since when, and the way to the rest of it. */
function OutageStrip({ ongoing }: { readonly ongoing: readonly Ongoing[] }) {
  const [worst] = ongoing
  if (worst === undefined) return null
  const { incidentId, title, kind, areas, from } = worst
  const place = areas.length === 0 ? '' : `${areas.join('・')}、`
  return (
    <aside className={`outage-strip outage-strip--${kind}`} aria-label="障害・メンテナンス">
      <p>
        <a href={outageBoardPage(incidentId)}>
          <b>{words[kind]}</b>
          <span className="outage-strip__title">{title}</span>（{place}
          {formatDateTime(from)}から）
        </a>
        {ongoing.length > 1 ? <a href={outageBoard}>ほか{ongoing.length - 1}件</a> : null}
      </p>
    </aside>
  )
}

export type ShellData = {
  auth: Auth
  device: Device
  today: string
  links: ExternalLinks
  mainClass: string
  announce: PageContext['announce']
  ongoing: readonly Ongoing[]
}

/** The parts around every page (spec 2.7): provider header, our header, announcement bar, footers. */
export function Layout({
  shell,
  flags,
  children,
}: {
  shell: ShellData
  flags: PageFlags
  children: ReactNode
}) {
  const view = useMeasuredView(shell.device)
  const { pathname, search } = useLocation()
  const isBare = hidesNavigation(search)
  const has = (flag: keyof PageFlags) => flags[flag] && !isBare
  const isProviderShown = has('isDmmHeader') || has('isDmmFooter')
  const { auth, navigation } = usePlatform(shell.auth, view.isMobile, isProviderShown)
  const ongoing = useOngoing(shell.ongoing, pathname)
  const main = useFocusOnArrival(pathname)
  // On a phone my page begins with its answer: the provider's strip is at the foot, beside the other one. By the
  // device, not by the window's measured width: a page that has been painted does not move.
  const isStripLast = isMypage(pathname) && shell.device === 'mobile'
  const strip = has('isDmmHeader') ? (
    <ProviderPart part="header" html={navigation?.header ?? ''} />
  ) : null

  return (
    <ViewStatusContext value={view}>
      <a className="skip-link" href="#main">
        本文へ移動する
      </a>
      {isStripLast ? null : strip}
      {has('isMvnoHeader') ? (
        isTalk(pathname) ? (
          <TalkHeader links={shell.links} />
        ) : (
          <Header auth={auth} links={shell.links} />
        )
      ) : null}
      {isBare ? null : <OutageStrip ongoing={ongoing} />}
      {has('isAnnounce') && shell.announce ? (
        <Announcement scriptUrl={shell.announce.scriptUrl} path={pathname} />
      ) : null}
      <main id="main" tabIndex={-1} ref={main} className={shell.mainClass || undefined}>
        {isMypage(pathname) ? null : <PrintHeader name={brand.service} printedAt={shell.today} />}
        {children}
      </main>
      {has('isMvnoFooter') ? <Footer links={shell.links} /> : null}
      {isStripLast ? strip : null}
      {has('isDmmFooter') ? <ProviderPart part="footer" html={navigation?.footer ?? ''} /> : null}
      <LoadingOverlay isMobile={view.isMobile} />
    </ViewStatusContext>
  )
}

/** After moving on in the app the focus is on the new page, as after a full load. */
function useFocusOnArrival(pathname: string) {
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
