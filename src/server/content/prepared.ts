import { renderContent } from './build.ts'
import { escapeMarkup } from './escape-markup.ts'
import type { PriceBook } from './figures.ts'
import type { ContentLinks } from './links.ts'
import { contentOf, type Content } from './manifest.ts'
import type { PageFacts } from './rendered-page.ts'
import { fingerprintOf } from './of-the-day.ts'
import { searchIndexOf, type SearchIndex } from './search-index.ts'
import { readSources } from './source.ts'

/** What the build leaves for the start: pages whose addresses outside the site are still to be filled in. */
export type PreparedContent = {
  prices: string
  /** `sp` where a phone has a text of its own. */
  pages: { facts: PageFacts; html: string; sp?: string }[]
  search: SearchIndex
}

/** Names that no site has (RFC 2606), so nothing else on a page reads like them. */
const standIns: ContentLinks = {
  faq: 'https://faq.link.invalid/',
  inquiry: 'https://inquiry.link.invalid/',
  talkFaq: 'https://talk-faq.link.invalid/',
  pointsPartner: 'https://points-partner.link.invalid/',
}
const linkNames = ['faq', 'inquiry', 'talkFaq', 'pointsPartner'] as const

/** Rendering takes half a second: the build does it, so that a start need not. */
export function prepareContent(contentFolder: string, book: PriceBook): PreparedContent {
  const pages = renderContent(readSources(contentFolder), book, standIns)
  return {
    prices: fingerprintOf(book),
    pages: pages.map(({ facts, html }) => ({
      facts,
      html: html.default,
      ...(html.sp === html.default ? {} : { sp: html.sp }),
    })),
    search: searchIndexOf(pages),
  }
}

/** The prepared pages, or pages made anew if a price has changed since. */
export function openContent(
  prepared: PreparedContent,
  now: { contentFolder: string; book: PriceBook; links: ContentLinks },
): Content {
  if (prepared.prices !== fingerprintOf(now.book))
    return contentOf(renderContent(readSources(now.contentFolder), now.book, now.links))
  return contentOf(
    prepared.pages.map(({ facts, html, sp }) => {
      const text = withLinks(html, now.links)
      return { facts, html: { default: text, sp: sp ? withLinks(sp, now.links) : text } }
    }),
    prepared.search,
  )
}

function withLinks(html: string, links: ContentLinks): string {
  return linkNames.reduce(
    (text, name) => text.replaceAll(standIns[name], escapeMarkup(links[name])),
    html,
  )
}
