import type { PointerEvent } from 'react'
import type { MenuEvent, MenuId } from '#portal/shell/menu-state.ts'
import type { NavigationCategory } from '#portal/shell/navigation-model.ts'
import { PageLinks } from '#portal/shell/page-links.tsx'
import { useViewStatus } from '#portal/shell/view-status.ts'

/** A native `details`: without script a click opens it, and the common name closes the others. */
export function HeaderMenu({
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
