import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FragmentFacts } from './fragment.ts'
import { pathOf, variantOf, viewOf } from './view-path.ts'
import type { Device, Variant } from './view-path.ts'

export type PageFacts = Omit<FragmentFacts, 'headings'> & { view: string; path: string }
export type ManifestPage = PageFacts & {
  variants: Record<Variant, { file: string; etag: string }>
}
export type Manifest = { pages: ManifestPage[] }

export type ContentPage = PageFacts & { html: string; etag: string }

export type Content = {
  /** The page of a request path; undefined when there is none, which is a 404. */
  get: (requestPath: string, device: Device) => ContentPage | undefined
  /** The canonical address of every page. */
  paths: () => string[]
  pages: () => PageFacts[]
}

export const manifestFile = 'content/manifest.json'

/** Reads what `buildContent` wrote into `folder`; all pages are kept in memory. */
export function loadContent(folder: string): Content {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, manifestFile), 'utf8'))
  const pages = new Map(manifest.pages.map((page) => [page.view, loadPage(folder, page)]))
  return {
    get(requestPath, device) {
      const view = viewOf(requestPath)
      return view === undefined ? undefined : pages.get(view)?.[variantOf(view, device)]
    },
    paths: () => manifest.pages.map((page) => pathOf(page.view)),
    pages: () => manifest.pages,
  }
}

function loadPage(folder: string, page: ManifestPage): Record<Variant, ContentPage> {
  const { variants, ...facts } = page
  const load = (variant: Variant): ContentPage => ({
    ...facts,
    html: readFileSync(join(folder, variants[variant].file), 'utf8'),
    etag: variants[variant].etag,
  })
  return { default: load('default'), sp: load('sp') }
}
