import { brand } from '#brand'
import { Logo } from '#ui/logo.tsx'
import type { ExternalLinks } from '#portal/context.ts'
import { talkPages } from '#portal/shell/navigation-model.ts'
import { PageLinks } from '#portal/shell/page-links.tsx'
import { useScrollHide } from '#portal/shell/use-scroll-hide.ts'
import { useViewStatus } from '#portal/shell/view-status.ts'
import { usePageLinks } from '#portal/site/use-page-links.ts'

/** The talk service's own header (spec 2.5); on a phone its only button is my page, on the talk host. */
export function TalkHeader({ links }: { links: ExternalLinks }) {
  const isHidden = useScrollHide(useViewStatus().isMobile)
  return (
    <header
      className="site-header site-header--talk"
      data-hidden={isHidden || undefined}
      onClick={usePageLinks()}
    >
      <div className="site-header__inner">
        <a className="site-header__home" href="/talk/top.html">
          <Logo name={brand.talk} />
        </a>
        <nav className="site-header__talk" aria-label={brand.talk}>
          <PageLinks pages={talkPages(links)} />
        </nav>
        <div className="site-header__acts">
          <a className="button" href={`${links.talkSite}/mypage/`}>
            マイページ
          </a>
        </div>
      </div>
    </header>
  )
}
