import { brand } from '#brand'
import type { PageFacts } from './rendered-page.ts'
import { noticesOf } from './notices.ts'
import { escapeMarkup } from './escape-markup.ts'

export const feedPath = '/feed.xml'

/** Atom feed (RFC 4287) of the notices, newest first. */
export function noticeFeed(pages: PageFacts[], origin: string): string {
  const notices = noticesOf(pages)
  const entries = notices.map((notice) => {
    const address = escapeMarkup(new URL(notice.path, origin).href)
    return [
      '<entry>',
      `<title>${escapeMarkup(notice.title)}</title>`,
      `<id>${address}</id>`,
      `<link href="${address}"/>`,
      `<updated>${startOfDay(notice.date)}</updated>`,
      `<summary>${escapeMarkup(notice.description)}</summary>`,
      '</entry>',
    ].join('\n')
  })
  const address = escapeMarkup(new URL('/info', origin).href)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="ja">',
    `<title>${escapeMarkup(brand.service)} お知らせ</title>`,
    `<id>${address}</id>`,
    `<link href="${address}"/>`,
    `<link rel="self" href="${escapeMarkup(new URL(feedPath, origin).href)}"/>`,
    `<updated>${startOfDay(notices[0]?.date ?? '1970-01-01')}</updated>`,
    `<author><name>${escapeMarkup(brand.company)}</name></author>`,
    ...entries,
    '</feed>',
    '',
  ].join('\n')
}

/** A notice is dated by its day in Japan. */
function startOfDay(date: string): string {
  return `${date}T00:00:00+09:00`
}
