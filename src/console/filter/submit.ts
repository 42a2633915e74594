import { textOf } from '#portal/mypage/flow/keys.ts'
import type { Outcome } from '#portal/mypage/flow/submit.ts'
import { ticketApi } from '#protocol/console/ticket.ts'
import { queuePlace } from '#console/shell/places.ts'
import { workQueues } from '#vocabulary/console.ts'
import { namesOf } from '#vocabulary/state-words.ts'

/** The list with the filter that was kept, or was on the page. */
function backToList({ form }: Outcome<unknown>): string {
  const queue = namesOf(workQueues).find((name) => name === textOf(form, 'queue')) ?? 'ticket'
  const search = textOf(form, 'search')
  return search === '' ? queuePlace(queue) : `${queuePlace(queue)}?${search}`
}

/** What is pressed to keep a filter, and to forget it. */
export const viewPresses = {
  saveView: { endpoint: ticketApi.consoleViewPut, to: backToList },
  removeView: { endpoint: ticketApi.consoleViewDelete, to: backToList },
}
