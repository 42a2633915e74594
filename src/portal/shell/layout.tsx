import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { brand } from '#brand'
import { PrintHeader } from '#ui/print-header.tsx'
import type { Device, ExternalLinks, PageContext } from '#portal/context.ts'
import type { PageFlags } from '#portal/page-setting.ts'
import { Announcement } from '#portal/shell/announcement.tsx'
import { Footer } from '#portal/shell/footer.tsx'
import { Header } from '#portal/shell/header.tsx'
import { LoadingOverlay } from '#portal/shell/loading-overlay.tsx'
import { hidesNavigation, isTalk } from '#portal/shell/place.ts'
import { isMypage } from '#vocabulary/pages.ts'
import type { Ongoing } from '#portal/shell/ongoing.ts'
import { OutageStrip } from '#portal/shell/outage-strip.tsx'
import type { Auth } from '#portal/shell/platform-status.ts'
import { ProviderPart } from '#portal/shell/provider-part.tsx'
import { TalkHeader } from '#portal/shell/talk-header.tsx'
import { useOngoing } from '#portal/shell/use-ongoing.ts'
import { usePlatform } from '#portal/shell/use-platform.ts'
import { ViewStatusContext, useMeasuredView } from '#portal/shell/view-status.ts'

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
