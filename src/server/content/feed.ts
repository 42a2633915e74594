import { brand } from '#brand'
import type { OutageOnBoard } from '#protocol/outage.ts'
import { outageKindLabels, outageStateLabels } from '#vocabulary/outage.ts'
import { outageBoardPage } from '#vocabulary/site-pages.ts'
import type { PageFacts } from './rendered-page.ts'
import { noticesOf } from './notices.ts'
import { escapeMarkup } from './escape-markup.ts'

export const feedPath = '/feed.xml'

type Entry = { title: string; path: string; updated: string; summary: string }

/** Atom feed (RFC 4287) of the notices and the outage board, what changed last first. */
export function noticeFeed(
  pages: PageFacts[],
  outages: readonly OutageOnBoard[],
  origin: string,
): { text: string; updated: string } {
  const entries = [...noticesOf(pages).map(toEntry), ...outages.map(toOutageEntry)].toSorted(
    (a, b) => Date.parse(b.updated) - Date.parse(a.updated),
  )
  const updated = entries[0]?.updated ?? startOfDay('1970-01-01')
  const address = escapeMarkup(new URL('/info', origin).href)
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="ja">',
    `<title>${escapeMarkup(brand.service)} お知らせ</title>`,
    `<id>${address}</id>`,
    `<link href="${address}"/>`,
    `<link rel="self" href="${escapeMarkup(new URL(feedPath, origin).href)}"/>`,
    `<updated>${updated}</updated>`,
    `<author><name>${escapeMarkup(brand.company)}</name></author>`,
    ...entries.map((entry) => entryMarkup(entry, origin)),
    '</feed>',
    '',
  ].join('\n')
  return { text, updated }
}

function entryMarkup({ title, path, updated, summary }: Entry, origin: string): string {
  const address = escapeMarkup(new URL(path, origin).href)
  return [
    '<entry>',
    `<title>${escapeMarkup(title)}</title>`,
    `<id>${address}</id>`,
    `<link href="${address}"/>`,
    `<updated>${updated}</updated>`,
    `<summary>${escapeMarkup(summary)}</summary>`,
    '</entry>',
  ].join('\n')
}

const toEntry = (notice: ReturnType<typeof noticesOf>[number]): Entry => ({
  title: notice.title,
  path: notice.path,
  updated: startOfDay(notice.date),
  summary: notice.description,
})

function toOutageEntry(outage: OutageOnBoard): Entry {
  const { kind, state, title, incidentId, updatedAt, updates } = outage
  return {
    title: `【${outageKindLabels[kind]}・${outageStateLabels[kind][state]}】${title}`,
    path: outageBoardPage(incidentId),
    updated: updatedAt,
    summary: updates[0]?.message ?? title,
  }
}

/** A notice is dated by its day in Japan. */
function startOfDay(date: string): string {
  return `${date}T00:00:00+09:00`
}
