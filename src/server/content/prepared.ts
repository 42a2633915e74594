import { renderContent } from './build.ts'
import { escapeMarkup } from './escape-markup.ts'
import type { PriceBook } from './figures.ts'
import type { ContentLinks } from './links.ts'
import { contentOf, type Content } from './manifest.ts'
import type { PageFacts, RenderedPage } from './rendered-page.ts'
import { fingerprintOf } from './of-the-day.ts'
import { searchIndexOf, type SearchIndex } from './search-index.ts'
import { readSources, type Fragment } from './source.ts'

/** What the build leaves for the start: pages whose addresses outside the site are still to be filled in. */
export type PreparedContent = {
  prices: string
  /** `sp` where a phone has a text of its own. */
  pages: { facts: PageFacts; html: string; sp?: string }[]
  /** Pages whose texts lie in a file of their own until one is asked for; they print nothing that changes with the day. */
  later: PageFacts[]
  search: SearchIndex
}

/** The texts of the later pages, by view. */
export type LaterTexts = Readonly<Record<string, string>>

/** Names that no site has (RFC 2606), so nothing else on a page reads like them. */
const standIns: ContentLinks = {
  site: 'https://site.link.invalid',
  faq: 'https://faq.link.invalid/',
  inquiry: 'https://inquiry.link.invalid/',
  talkFaq: 'https://talk-faq.link.invalid/',
  pointsPartner: 'https://points-partner.link.invalid/',
}
const linkNames = ['site', 'faq', 'inquiry', 'talkFaq', 'pointsPartner'] as const

/** Rendering takes half a second: the build does it, so that a start need not. */
export function prepareContent(
  contentFolder: string,
  book: PriceBook,
  laterFragments: Fragment[] = [],
): { content: PreparedContent; laterTexts: LaterTexts } {
  const pages = renderContent(readSources(contentFolder), book, standIns)
  const later = renderContent({ fragments: laterFragments, drawings: new Map() }, book, standIns)
  const content = {
    prices: fingerprintOf(book),
    pages: pages.map(({ facts, html }) => ({
      facts,
      html: html.default,
      ...(html.sp === html.default ? {} : { sp: html.sp }),
    })),
    later: later.map(({ facts }) => facts),
    search: searchIndexOf([...pages, ...later.filter(isFound)]),
  }
  const texts = later.map(({ facts, html }): [string, string] => [facts.view, html.default])
  return { content, laterTexts: Object.fromEntries(texts) }
}

/** Whoever looks for words of the service finds pages for members; of the others only the first. */
const isFound = ({ facts }: RenderedPage) =>
  facts.view.endsWith('/index') && facts.view.split('/').length === 3

/** The prepared pages, or pages made anew if a price has changed since. */
export function openContent(
  prepared: PreparedContent,
  now: {
    contentFolder: string
    book: PriceBook
    links: ContentLinks
    laterTexts: () => LaterTexts
  },
): Content {
  const later = {
    pages: prepared.later,
    textOf: (view: string) => withLinks(now.laterTexts()[view] ?? '', now.links),
  }
  if (prepared.prices !== fingerprintOf(now.book)) {
    const rendered = renderContent(readSources(now.contentFolder), now.book, now.links)
    return contentOf(rendered, { later })
  }
  return contentOf(
    prepared.pages.map(({ facts, html, sp }) => {
      const text = withLinks(html, now.links)
      return { facts, html: { default: text, sp: sp ? withLinks(sp, now.links) : text } }
    }),
    { index: prepared.search, later },
  )
}

function withLinks(html: string, links: ContentLinks): string {
  return linkNames.reduce(
    (text, name) => text.replaceAll(standIns[name], escapeMarkup(links[name])),
    html,
  )
}
