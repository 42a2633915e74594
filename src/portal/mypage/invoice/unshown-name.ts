import { textOf } from '#portal/mypage/flow/keys.ts'
import { pages, withQuery } from '#vocabulary/pages.ts'
import { SHOW_NAME } from './trade-name.tsx'

/** Where the paper is shown with the name that was typed; undefined where it is on the screen already. */
export function unshownName(form: FormData): string | undefined {
  const tradeName = textOf(form, 'tradeName')
  const isAsked = textOf(form, 'intent') === SHOW_NAME
  if (!isAsked && tradeName === textOf(form, 'shownName')) return undefined
  return withQuery(pages.invoices, {
    bill: textOf(form, 'billId'),
    correct: form.has('correct') ? '1' : undefined,
    tradeName,
    note: isAsked ? undefined : 'pending',
  })
}
