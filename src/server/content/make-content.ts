import { renderContent } from './build.ts'
import type { PriceBook } from './figures.ts'
import type { ContentLinks } from './links.ts'
import { contentOf, type Content, type LaterPages } from './manifest.ts'
import { searchIndexOf } from './make-search-index.ts'
import type { Sources } from './source.ts'

/** The pages drawn from their sources at these prices, which takes half a second. */
export function makeContent(
  sources: readonly Sources[],
  { book, links, later }: { book: PriceBook; links: ContentLinks; later?: LaterPages },
): Content {
  const rendered = sources.flatMap((source) => renderContent(source, book, links))
  return contentOf(rendered, { indexOf: () => searchIndexOf(rendered), later })
}
