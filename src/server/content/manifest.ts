import type { SiteHit } from '#portal/context.ts'
import type { PageFacts, RenderedPage } from './rendered-page.ts'
import { searchSite } from './search.ts'
import { searchIndexOf, type SearchIndex } from './search-index.ts'
import { variantOf, viewOf } from './view-path.ts'
import type { Device, Variant } from './view-path.ts'

export type ContentPage = PageFacts & { html: string }

export type Content = {
  /** The page of a request path; undefined when there is none, which is a 404. */
  get: (requestPath: string, device: Device) => ContentPage | undefined
  /** The canonical address of every page. */
  paths: () => string[]
  pages: () => PageFacts[]
  search: (q: string) => SiteHit[]
}

/** Pages whose text is read when it is first asked for. */
type LaterPages = { readonly pages: PageFacts[]; readonly textOf: (view: string) => string }

/** All pages, kept in memory and found by their address. */
export function contentOf(
  rendered: RenderedPage[],
  prepared: { index?: SearchIndex; later?: LaterPages } = {},
): Content {
  const { later } = prepared
  let { index } = prepared
  const pages = new Map(rendered.map(({ facts, html }) => [facts.view, variantsOf(facts, html)]))
  const laterPages = new Map(later?.pages.map((facts) => [facts.view, facts]))
  const facts = [...rendered.map((page) => page.facts), ...laterPages.values()]
  return {
    get(requestPath, device) {
      const view = viewOf(requestPath)
      if (view === undefined) return undefined
      const known = laterPages.get(view)
      if (known && later) return { ...known, html: later.textOf(view) }
      return pages.get(view)?.[variantOf(view, device)]
    },
    paths: () => facts.map((page) => page.path),
    pages: () => facts,
    search: (q) => searchSite((index ??= searchIndexOf(rendered)), q),
  }
}

function variantsOf(facts: PageFacts, html: Record<Variant, string>): Record<Variant, ContentPage> {
  return { default: { ...facts, html: html.default }, sp: { ...facts, html: html.sp } }
}
