import { brand } from '#brand'
import type { OutageOnBoard } from '#protocol/outage.ts'
import { outageKindLabels, outageStateLabels } from '#vocabulary/outage.ts'
import { outageBoardPage } from '#vocabulary/site-pages.ts'
import { atomFeed, type AtomEntry } from './atom.ts'
import type { PageFacts } from './rendered-page.ts'
import { noticesOf } from './notices.ts'

export const feedPath = '/feed.xml'

/** The notices and the outage board as a feed. */
export function noticeFeed(pages: PageFacts[], outages: readonly OutageOnBoard[], origin: string) {
  return atomFeed({
    title: `${brand.service} お知らせ`,
    page: '/info',
    path: feedPath,
    origin,
    entries: [...noticesOf(pages).map(toEntry), ...outages.map(toOutageEntry)],
  })
}

const toEntry = (notice: ReturnType<typeof noticesOf>[number]): AtomEntry => ({
  title: notice.title,
  path: notice.path,
  updated: `${notice.date}T00:00:00+09:00`,
  summary: notice.description,
})

function toOutageEntry(outage: OutageOnBoard): AtomEntry {
  const { kind, state, title, incidentId, updatedAt, updates } = outage
  return {
    title: `【${outageKindLabels[kind]}・${outageStateLabels[kind][state]}】${title}`,
    path: outageBoardPage(incidentId),
    updated: updatedAt,
    summary: updates[0]?.message ?? title,
  }
}
