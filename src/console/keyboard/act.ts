import type { Meaning } from './pressed.ts'

/**
 * What a key does, by what the page itself offers: rows (`data-row` in `data-rows`), controls that name their letter
 * (`data-key`), places (`data-go`). A key presses what can be seen and pressed by hand, nothing else.
 * @returns whether it was used up.
 */
export function actOn(meaning: Meaning, page: Document): boolean {
  switch (meaning.what) {
    case 'down':
      return moveBy(1, page)
    case 'up':
      return moveBy(-1, page)
    case 'go':
      return press(page.querySelector(`[data-go="${CSS.escape(meaning.letter)}"]`))
    case 'letter':
      return press(findKey(meaning.letter, page))
    case 'back':
      return press(page.querySelector('[data-key="escape"]'))
    case 'send':
      return send(page)
    default:
      return false
  }
}

/** The row that has the focus, or that is open. */
const currentRow = (page: Document) =>
  page.activeElement?.closest('[data-row]') ??
  page.querySelector('[data-rows] [aria-current="true"]')

export function moveBy(step: 1 | -1, page: Document): boolean {
  const rows = [...page.querySelectorAll('[data-rows] [data-row]')]
  const row = currentRow(page)
  const at = row === null ? -1 : rows.indexOf(row)
  const next = at < 0 ? (step === 1 ? 0 : rows.length - 1) : at + step
  return focusRow(rows[next])
}

/** @returns whether there is such a row. */
export function focusRow(row: Element | undefined): boolean {
  const link = row?.querySelector<HTMLElement>('th a')
  if (!link) return false
  link.focus()
  link.closest('tr')?.scrollIntoView({ block: 'nearest' })
  return true
}

/** First in the row with the focus, then in the open item, then anywhere on the page. */
function findKey(letter: string, page: Document): Element | null {
  const selector = `[data-key="${CSS.escape(letter)}"]`
  const dialog = page.querySelector('dialog[open]')
  if (dialog) return dialog.querySelector(selector)
  return currentRow(page)?.querySelector(selector) ?? page.querySelector(`main ${selector}`)
}

/** A link is followed, a button pressed, a field entered, a 確認 opened. */
function press(found: Element | null): boolean {
  if (!(found instanceof HTMLElement) || found.closest('[hidden]') !== null) return false
  if (found.matches('input:not([type="hidden"]), select, textarea')) {
    found.focus()
    return true
  }
  // Several places: the first has the focus, and Tab goes on.
  if (found.tagName === 'NAV') {
    found.querySelector('a')?.focus()
    return true
  }
  const target = found.matches('a, button, summary') ? found : found.querySelector('a, button')
  if (!(target instanceof HTMLElement)) return false
  target.focus()
  target.click()
  return true
}

/** The first button of the form one writes in. */
function send(page: Document): boolean {
  const form = page.activeElement?.closest<HTMLFormElement>('form[data-send]')
  const button = form?.querySelector<HTMLButtonElement>('button[type="submit"]')
  if (!form || !button) return false
  form.requestSubmit(button)
  return true
}
