import type { PageFacts } from './rendered-page.ts'

export type Notice = PageFacts & { date: string }

/** Dated notices, newest first. */
export function noticesOf(pages: PageFacts[]): Notice[] {
  return pages
    .filter((page) => page.path.startsWith('/info/notice'))
    .flatMap((page) => (page.date === undefined ? [] : [{ ...page, date: page.date }]))
    .toSorted((a, b) => b.date.localeCompare(a.date) || a.path.localeCompare(b.path))
}
