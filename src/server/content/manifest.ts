import { brand } from '#brand'
import type { SiteHit } from '#portal/context.ts'
import { apnProfile, apnProfilePath } from './apn.ts'
import type { PageFacts, RenderedPage } from './rendered-page.ts'
import type { SearchIndex } from './search-index.ts'
import { searchSite } from './search.ts'
import { variantOf, viewOf, type Device, type Variant } from './view-path.ts'

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
export type LaterPages = { readonly pages: PageFacts[]; readonly textOf: (view: string) => string }

/** All pages, kept in memory and found by their address. @param indexOf asked at the first search */
export function contentOf(
  rendered: RenderedPage[],
  { indexOf, later }: { indexOf: () => SearchIndex; later?: LaterPages | undefined },
): Content {
  let index: SearchIndex | undefined
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
    search: (q) => searchSite((index ??= indexOf()), q),
  }
}

function variantsOf(facts: PageFacts, html: Record<Variant, string>): Record<Variant, ContentPage> {
  return { default: { ...facts, html: html.default }, sp: { ...facts, html: html.sp } }
}

/** What of the content is fetched as files: both variants of every page (spec 2.2) and the iOS profile. */
export function contentFiles(content: Content) {
  const views = content
    .pages()
    .flatMap(({ view, path }) => [
      viewFile(`${view}.default.html`, () => content.get(path, 'desktop')?.html),
      viewFile(`${view}.sp.html`, () => content.get(path, 'mobile')?.html),
    ])
  const profile = {
    path: `/${apnProfilePath}`,
    type: 'application/x-apple-aspen-config',
    make: () => ({ text: apnProfile(brand.service, brand.company) }),
  }
  return [...views, profile]
}

const viewFile = (file: string, textOf: () => string | undefined) => ({
  path: `/assets/cop/views${file}`,
  type: 'text/html; charset=utf-8',
  make: () => ({ text: textOf() ?? '' }),
})
