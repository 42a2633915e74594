import { withQuery } from '#vocabulary/pages.ts'

/** The step of 入力 → 確認 → 完了 a request is at. Each is a page of its own: it can be reloaded and gone back to. */
export type Step =
  | { readonly name: 'input' }
  | { readonly name: 'confirm' }
  | { readonly name: 'undo'; readonly orderNo: string }
  | { readonly name: 'done'; readonly orderNo: string }

export function stepOf({ searchParams }: URL): Step {
  const done = searchParams.get('done')
  if (done !== null) return { name: 'done', orderNo: done }
  const undo = searchParams.get('undo')
  if (undo !== null) return { name: 'undo', orderNo: undo }
  return { name: searchParams.get('step') === 'confirm' ? 'confirm' : 'input' }
}

export const doneAddress = (path: string, orderNo: string) =>
  `${path}?done=${encodeURIComponent(orderNo)}`

/** What the page says at its head after the member was led back to it. */
export type ArrivalNote = 'verified' | 'changed' | 'pending'

const isArrivalNote = (note: string): note is ArrivalNote =>
  note === 'verified' || note === 'changed' || note === 'pending'

export function noteOf({ searchParams }: URL): ArrivalNote | undefined {
  const note = searchParams.get('note') ?? ''
  return isArrivalNote(note) ? note : undefined
}

/** The login had ended when a form was sent: what was pressed has not been carried out. */
const LOST_PRESS = 'not-sent'

export const isAfterLostPress = ({ searchParams }: URL) => searchParams.get('note') === LOST_PRESS

/** Where one comes back to after logging in anew: with a word on the press that was lost, if one was. */
export function returnAddress(url: URL, isPress: boolean): string {
  return isPress ? againAddress(url, LOST_PRESS) : url.pathname + url.search
}

/** The same page again, with what was typed and a word on why one is back. */
export function againAddress(url: URL, note: ArrivalNote | typeof LOST_PRESS): string {
  const search = new URLSearchParams(url.searchParams)
  search.set('note', note)
  return `${url.pathname}?${search}`
}

/** Back to 入力 with everything that was typed. */
export const inputAddress = withQuery
