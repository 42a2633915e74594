export type MenuId = 'plan' | 'terminal' | 'support'

export type MenuEvent =
  | { type: 'enter' | 'leave'; menu: MenuId; isTouch: boolean }
  | { type: 'press'; menu: MenuId }
  | { type: 'dismiss' }

/**
 * Which of the header's menus is open (spec 4): the mouse opens by entering and closes by leaving or clicking, a tap or
 * key toggles, and opening one closes the others. `dismiss` is a touch outside, Escape, or a link that was followed.
 */
export function nextMenu(open: MenuId | null, event: MenuEvent): MenuId | null {
  if (event.type === 'dismiss') return null
  if (event.type === 'press') return open === event.menu ? null : event.menu
  if (event.isTouch) return open
  if (event.type === 'enter') return event.menu
  return open === event.menu ? null : open
}
