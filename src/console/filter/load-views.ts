import { ask } from '#portal/mypage/flow/attempt.ts'
import { ticketApi } from '#protocol/console/ticket.ts'
import type { Call } from '#protocol/http.ts'
import type { WorkQueue } from '#vocabulary/console.ts'

/** Of the page and of where one is in it, not of the filter: a view is kept without them. */
const ofThePage = ['open', 'done', 'after', 'cursor']

/** What of an address is the filter. */
export function filterIn({ searchParams }: URL): string {
  const filter = new URLSearchParams(searchParams)
  for (const name of ofThePage) filter.delete(name)
  return filter.toString()
}

/** Filters that somebody has kept for this queue by a name, and the one that is on the page. */
export async function loadViews(call: Call, url: URL, queue: WorkQueue) {
  const { views } = await ask(url, call(ticketApi.consoleViewListGet))
  return { all: views.filter((view) => view.queue === queue), search: filterIn(url) }
}

export type LoadedViews = Awaited<ReturnType<typeof loadViews>>
