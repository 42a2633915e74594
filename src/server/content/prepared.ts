import { escapeMarkup } from './escape-markup.ts'
import type { PriceBook } from './figures.ts'
import type { ContentLinks } from './links.ts'
import { contentOf, type Content, type LaterPages } from './manifest.ts'
import type { PageFacts } from './rendered-page.ts'
import { fingerprintOf } from './of-the-day.ts'
import type { SearchIndex } from './search-index.ts'

/** What the build leaves for the start: pages whose addresses outside the site are still to be filled in. */
export type PreparedContent = {
  prices: string
  /** `sp` where a phone has a text of its own. */
  pages: { facts: PageFacts; html: string; sp?: string }[]
  /** Pages whose texts lie in a file of their own until one is asked for; they print nothing that changes with the day. */
  later: PageFacts[]
}

/** The texts of the later pages, by view. */
export type LaterTexts = Readonly<Record<string, string>>

/** What lies in files of their own, each read when it is first asked for. */
type InFiles = { readonly laterTexts: () => LaterTexts; readonly searchIndex: () => SearchIndex }

/** Names that no site has (RFC 2606), so nothing else on a page reads like them. */
export const standIns: ContentLinks = {
  site: 'https://site.link.invalid',
  faq: 'https://faq.link.invalid/',
  inquiry: 'https://inquiry.link.invalid/',
  talkFaq: 'https://talk-faq.link.invalid/',
  pointsPartner: 'https://points-partner.link.invalid/',
}
const linkNames = ['site', 'faq', 'inquiry', 'talkFaq', 'pointsPartner'] as const

/** Whether the build drew the pages at these prices. */
export const isDrawnAt = (prepared: PreparedContent, book: PriceBook) =>
  prepared.prices === fingerprintOf(book)

/** The prepared pages with the addresses of today. */
export function openContent(
  prepared: PreparedContent,
  links: ContentLinks,
  { laterTexts, searchIndex }: InFiles,
): Content {
  const rendered = prepared.pages.map(({ facts, html, sp }) => {
    const text = withLinks(html, links)
    return { facts, html: { default: text, sp: sp ? withLinks(sp, links) : text } }
  })
  const later = laterPages(prepared, links, laterTexts)
  return contentOf(rendered, { indexOf: searchIndex, later })
}

/** The pages whose texts lie apart, for content that is drawn anew too. */
export const laterPages = (
  prepared: PreparedContent,
  links: ContentLinks,
  laterTexts: () => LaterTexts,
): LaterPages => ({
  pages: prepared.later,
  textOf: (view) => withLinks(laterTexts()[view] ?? '', links),
})

function withLinks(html: string, links: ContentLinks): string {
  return linkNames.reduce(
    (text, name) => text.replaceAll(standIns[name], escapeMarkup(links[name])),
    html,
  )
}
