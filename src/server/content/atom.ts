import { brand } from '#brand'
import { escapeMarkup } from './escape-markup.ts'

export type AtomEntry = {
  /** Where it is not the page's own address: for ever, and of this entry alone. */
  id?: string
  title: string
  path: string
  /** RFC 3339 */
  updated: string
  summary: string
}

type AtomFeed = {
  title: string
  /** The page of which the feed is the list. */
  page: string
  path: string
  origin: string
  entries: readonly AtomEntry[]
}

/** An Atom feed (RFC 4287), what changed last first. */
export function atomFeed({ title, page, path, origin, entries }: AtomFeed): {
  text: string
  modifiedAt: string
} {
  const newestFirst = entries.toSorted((a, b) => Date.parse(b.updated) - Date.parse(a.updated))
  const updated = newestFirst[0]?.updated ?? '1970-01-01T00:00:00+09:00'
  const address = absolute(page, origin)
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="ja">',
    `<title>${escapeMarkup(title)}</title>`,
    `<id>${address}</id>`,
    `<link href="${address}"/>`,
    `<link rel="self" href="${absolute(path, origin)}"/>`,
    `<updated>${updated}</updated>`,
    `<author><name>${escapeMarkup(brand.company)}</name></author>`,
    ...newestFirst.map((entry) => entryMarkup(entry, origin)),
    '</feed>',
    '',
  ].join('\n')
  return { text, modifiedAt: updated }
}

function entryMarkup({ title, path, id = path, updated, summary }: AtomEntry, origin: string) {
  return [
    '<entry>',
    `<title>${escapeMarkup(title)}</title>`,
    `<id>${absolute(id, origin)}</id>`,
    `<link href="${absolute(path, origin)}"/>`,
    `<updated>${updated}</updated>`,
    `<summary>${escapeMarkup(summary)}</summary>`,
    '</entry>',
  ].join('\n')
}

const absolute = (path: string, origin: string) => escapeMarkup(new URL(path, origin).href)
