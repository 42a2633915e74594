import {
  type PointerEvent,
  type RefObject,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'react-router'
import { brand } from '#brand'
import { Logo } from '#ui/logo.tsx'
import type { ExternalLinks } from '#portal/context.ts'
import { AuthButtons } from '#portal/shell/auth-buttons.tsx'
import { Drawer } from '#portal/shell/drawer.tsx'
import {
  type NavigationCategory,
  headerMenus,
  menuIds,
  talkPages,
} from '#portal/shell/navigation-model.ts'
import type { Auth } from '#portal/shell/platform-status.ts'
import { useScrollHide } from '#portal/shell/scroll-hide.ts'
import { useViewStatus } from '#portal/shell/view-status.ts'
import { usePageLinks } from '#portal/site/use-page-links.ts'
import { type MenuEvent, type MenuId, nextMenu } from '#portal/shell/menu-state.ts'
import { PageLinks } from '#portal/shell/page-links.tsx'

/** Spec 9: before the shade follows the menus. */
const SHADE_DEBOUNCE_MS = 100

/** The open menu of the header, closed by Escape, by a touch outside, and by leaving with the keyboard. */
function useMenus(header: RefObject<HTMLElement | null>, ids: readonly MenuId[]) {
  const [open, dispatch] = useReducer(nextMenu, null)
  const [isShaded, setShaded] = useState(false)
  const isAnyOpen = open !== null

  // One that was opened before the application ran stays open.
  useEffect(() => {
    const opened = header.current?.querySelector('.site-menu[open]')?.getAttribute('data-menu')
    const menu = ids.find((id) => id === opened)
    if (menu) dispatch({ type: 'enter', menu, isTouch: false })
  }, [header, ids])

  useEffect(() => {
    const timer = setTimeout(() => setShaded(isAnyOpen), SHADE_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [isAnyOpen])

  useEffect(() => {
    if (!isAnyOpen) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      const summary = header.current?.querySelector<HTMLElement>('.site-menu[open] > summary')
      if (header.current?.contains(document.activeElement)) summary?.focus()
      dispatch({ type: 'dismiss' })
    }
    const onOutside = (event: Event) => {
      if (event.target instanceof Node && !header.current?.contains(event.target))
        dispatch({ type: 'dismiss' })
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onOutside)
    document.addEventListener('focusin', onOutside)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onOutside)
      document.removeEventListener('focusin', onOutside)
    }
  }, [isAnyOpen, header])

  return { open, dispatch, isShaded }
}

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

/** A native `details`: without script a click opens it, and the common name closes the others. */
function HeaderMenu({
  menu,
  isOpen,
  onEvent,
}: {
  menu: NavigationCategory & { id: MenuId }
  isOpen: boolean
  onEvent: (event: MenuEvent) => void
}) {
  const { isTouchDevice } = useViewStatus()
  const hover = (type: 'enter' | 'leave') => (event: PointerEvent) =>
    onEvent({ type, menu: menu.id, isTouch: isTouchDevice || event.pointerType === 'touch' })
  return (
    <details
      className="site-menu"
      name="site-menu"
      data-menu={menu.id}
      open={isOpen}
      onPointerEnter={hover('enter')}
      onPointerLeave={hover('leave')}
    >
      <summary
        onClick={(event) => {
          event.preventDefault()
          onEvent({ type: 'press', menu: menu.id })
        }}
      >
        {menu.category}
      </summary>
      <div className="site-menu__panel">
        <PageLinks pages={menu.pages} />
      </div>
    </details>
  )
}

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
