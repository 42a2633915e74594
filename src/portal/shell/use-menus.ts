import { useEffect, useReducer, useState, type RefObject } from 'react'
import { nextMenu, type MenuId } from '#portal/shell/menu-state.ts'

/** Spec 9: before the shade follows the menus. */
export const SHADE_DEBOUNCE_MS = 100

/** The open menu of the header, closed by Escape, by a touch outside, and by leaving with the keyboard. */
export function useMenus(header: RefObject<HTMLElement | null>, ids: readonly MenuId[]) {
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
