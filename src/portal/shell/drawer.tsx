import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { brand } from '#brand'
import { Accordion } from '#ui/accordion.tsx'
import { Icon } from '#ui/icon.tsx'
import { AuthButtons } from '#portal/shell/auth-buttons.tsx'
import type { NavigationCategory } from '#portal/shell/navigation-model.ts'
import { PageLinks } from '#portal/shell/page-links.tsx'
import type { Auth } from '#portal/shell/platform-status.ts'

/** The menus on a phone, in a native `details` that opens without script. */
export function Drawer({
  menus,
  inquiry,
  auth,
}: {
  menus: NavigationCategory[]
  inquiry: string
  auth: Auth
}) {
  const drawer = useRef<HTMLDetailsElement>(null)
  const location = useLocation()

  useEffect(() => {
    const details = drawer.current
    return () => {
      if (details) details.open = false
    }
  }, [location.key])

  useEffect(() => {
    const close = (event: Event) => {
      const details = drawer.current
      if (!details?.open) return
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return
        details.querySelector('summary')?.focus()
      } else if (event.target instanceof Node && details.contains(event.target)) return
      details.open = false
    }
    document.addEventListener('keydown', close)
    document.addEventListener('pointerdown', close)
    return () => {
      document.removeEventListener('keydown', close)
      document.removeEventListener('pointerdown', close)
    }
  }, [])

  return (
    <details className="drawer" ref={drawer}>
      <summary>
        <Icon name="menu" />
        <Icon name="close" />
        メニュー
      </summary>
      <nav className="drawer__panel" aria-label="メニュー">
        <div className="drawer__acts">
          <AuthButtons auth={auth} />
        </div>
        {menus.map((menu) => (
          <Accordion key={menu.category} title={menu.category} inHeader>
            <PageLinks pages={menu.pages} />
          </Accordion>
        ))}
        <ul role="list">
          <li>
            <a href="/talk/top.html">{brand.talk}</a>
          </li>
          <li>
            <a href="/info">お知らせ</a>
          </li>
          <li>
            <a href={inquiry} target="_blank" rel="noopener">
              お問い合わせ<span className="visually-hidden">（新しいタブで開きます）</span>
            </a>
          </li>
        </ul>
      </nav>
    </details>
  )
}
