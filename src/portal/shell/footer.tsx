import { useMemo, type MouseEvent } from 'react'
import { useLocation } from 'react-router'
import { brand } from '#brand'
import { Logo } from '#ui/logo.tsx'
import type { ExternalLinks } from '#portal/context.ts'
import { footerCategories, legalPages } from '#portal/shell/navigation-model.ts'
import { PageLinks } from '#portal/shell/page-links.tsx'
import { isTop } from '#portal/shell/place.ts'
import { TO_TOP_MS, scrollWindow } from '#portal/shell/smooth-scroll.ts'
import { useViewStatus } from '#portal/shell/view-status.ts'
import { usePageLinks } from '#portal/site/use-page-links.ts'

/** Spec 2.6: every category open on a desktop, folded on a phone. */
export function Footer({ links }: { links: ExternalLinks }) {
  const { isMobile } = useViewStatus()
  const categories = useMemo(() => footerCategories(links), [links])
  const { pathname } = useLocation()

  /** On the top page the logo leads to where one already is: it scrolls up instead. */
  const onLogo = (event: MouseEvent) => {
    if (!isTop(pathname)) return
    event.preventDefault()
    void scrollWindow(0, TO_TOP_MS)
  }

  return (
    <footer className="site-footer" onClick={usePageLinks()}>
      <nav className="site-footer__groups" aria-label="サイトのページ">
        {categories.map(({ category, pages }) => (
          <details className="site-footer__group" key={category} open={!isMobile}>
            <summary
              tabIndex={isMobile ? undefined : -1}
              onClick={(event) => !isMobile && event.preventDefault()}
            >
              {category}
            </summary>
            <PageLinks pages={pages} />
          </details>
        ))}
      </nav>
      <div className="site-footer__end">
        <a className="site-footer__home" href="/" onClick={onLogo}>
          <Logo name={brand.service} />
        </a>
        <PageLinks pages={legalPages} />
        <small>© {brand.company}</small>
      </div>
    </footer>
  )
}
