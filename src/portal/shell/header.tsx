import { useEffect, useMemo, useRef } from 'react'
import { useLocation } from 'react-router'
import { brand } from '#brand'
import { Logo } from '#ui/logo.tsx'
import type { ExternalLinks } from '#portal/context.ts'
import { AuthButtons } from '#portal/shell/auth-buttons.tsx'
import { Drawer } from '#portal/shell/drawer.tsx'
import { HeaderMenu } from '#portal/shell/header-menu.tsx'
import { headerMenus, menuIds } from '#portal/shell/navigation-model.ts'
import type { Auth } from '#portal/shell/platform-status.ts'
import { useMenus } from '#portal/shell/use-menus.ts'
import { useScrollHide } from '#portal/shell/use-scroll-hide.ts'
import { useViewStatus } from '#portal/shell/view-status.ts'
import { usePageLinks } from '#portal/site/use-page-links.ts'

/** Spec 2.5. */
export function Header({ auth, links }: { auth: Auth; links: ExternalLinks }) {
  const header = useRef<HTMLElement>(null)
  const isHidden = useScrollHide(useViewStatus().isMobile)
  const { open, dispatch, isShaded } = useMenus(header, menuIds)
  const menus = useMemo(() => headerMenus(links), [links])
  const location = useLocation()

  // When the header goes out of sight, and when one leaves this page.
  useEffect(() => () => dispatch({ type: 'dismiss' }), [isHidden, location.key, dispatch])

  return (
    <>
      <header
        className="site-header"
        ref={header}
        data-hidden={isHidden || undefined}
        onClick={usePageLinks()}
      >
        <div className="site-header__inner">
          <a className="site-header__home" href="/">
            <Logo name={brand.service} />
          </a>
          <nav className="site-header__menus" aria-label="サイト">
            {menus.map((menu) => (
              <HeaderMenu key={menu.id} menu={menu} isOpen={open === menu.id} onEvent={dispatch} />
            ))}
          </nav>
          <div className="site-header__acts">
            <AuthButtons auth={auth} />
          </div>
          <Drawer menus={menus} inquiry={links.inquiry} auth={auth} />
        </div>
      </header>
      <div className="shade" data-shown={isShaded || undefined} />
    </>
  )
}
