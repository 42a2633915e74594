import { renderContent } from './build.ts'
import type { PriceBook } from './figures.ts'
import { searchIndexOf } from './make-search-index.ts'
import { fingerprintOf } from './of-the-day.ts'
import { standIns, type LaterTexts, type PreparedContent } from './prepared.ts'
import type { RenderedPage } from './rendered-page.ts'
import type { SearchIndex } from './search-index.ts'
import { readSources, type Fragment } from './source.ts'

/** Rendering takes half a second: the build does it, so that a start need not. */
export function prepareContent(
  contentFolder: string,
  book: PriceBook,
  laterFragments: Fragment[] = [],
): { content: PreparedContent; laterTexts: LaterTexts; searchIndex: SearchIndex } {
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
  }
  const texts = later.map(({ facts, html }): [string, string] => [facts.view, html.default])
  const searchIndex = searchIndexOf([...pages, ...later.filter(isFound)])
  return { content, laterTexts: Object.fromEntries(texts), searchIndex }
}

/** Whoever looks for words of the service finds pages for members; of the others only the first. */
const isFound = ({ facts }: RenderedPage) =>
  facts.view.endsWith('/index') && facts.view.split('/').length === 3
