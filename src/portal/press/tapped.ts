const MARK = 'data-pressed'

/** At once, long before any answer: a second press of the same is not taken while it is marked. */
export function markPress(pressed: Element | null) {
  if (pressed === null) return
  pressed.setAttribute(MARK, '')
}

export function unmarkPresses() {
  for (const pressed of document.querySelectorAll(`[${MARK}]`)) pressed.removeAttribute(MARK)
}

/** Whether this was pressed and is not answered yet. */
export const isPressed = (element: Element | null) => element?.hasAttribute(MARK) ?? false
