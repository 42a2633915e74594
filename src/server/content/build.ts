import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brand } from '#brand'
import { apnProfile, apnProfilePath } from './apn.ts'
import type { PriceBook } from './figures.ts'
import { readFragment } from './fragment.ts'
import { keepTogether } from './keep-together.ts'
import { linksFromEnvironment } from './links.ts'
import type { ContentLinks } from './links.ts'
import { manifestFile } from './manifest.ts'
import type { Manifest, ManifestPage, PageFacts } from './manifest.ts'
import { pageText } from './page-text.ts'
import { fillPlaceholders } from './placeholder.ts'
import { priceBookToday } from './price-book.ts'
import { readSources } from './source.ts'
import type { Fragment, Sources } from './source.ts'
import { pathOf } from './view-path.ts'
import type { Variant } from './view-path.ts'

const viewsFolder = 'client/assets/cop/views'

export type BuildContent = {
  contentFolder: string
  /** `build`: pages go to `client/assets/cop/views`, the manifest to `content/`. */
  outFolder: string
  book?: PriceBook
  links?: ContentLinks
}

/** Writes both served variants of every page (spec 2.2) and the manifest. Run it after the client
 * build, which empties its folder. Throws UnknownPlaceholder with the page's name. */
export function buildContent(settings: BuildContent): Manifest {
  const book = settings.book ?? priceBookToday()
  const links = settings.links ?? linksFromEnvironment(process.env)
  const pages = renderContent(readSources(settings.contentFolder), book, links)
  rmSync(join(settings.outFolder, viewsFolder), { recursive: true, force: true })
  const manifest = { pages: pages.map((page) => writePage(settings.outFolder, page)) }
  write(settings.outFolder, manifestFile, `${JSON.stringify(manifest, null, 1)}\n`)
  const profile = apnProfile(brand.service, brand.company)
  write(settings.outFolder, join('client', apnProfilePath), profile)
  return manifest
}

export type RenderedPage = { facts: PageFacts; html: Record<Variant, string> }

/** All pages with their figures, words and lists filled in. Lists name other pages, so the pages that
 * hold one are filled again once all are known. */
export function renderContent(
  { fragments, drawings }: Sources,
  book: PriceBook,
  links: ContentLinks,
): RenderedPage[] {
  const render = (fragment: Fragment, pages: PageFacts[]): RenderedPage => {
    const html = fill(fragment, pageText({ book, links, drawings, pages }))
    return { facts: factsOf(fragment.view, html.default), html }
  }
  const first = fragments.map((fragment) => ({ fragment, page: render(fragment, []) }))
  const pages = first.map(({ page }) => page.facts)
  return first.map(({ fragment, page }) => {
    const hasList = `${fragment.html}${fragment.sp ?? ''}`.includes('{{include')
    return hasList ? render(fragment, pages) : page
  })
}

function fill(fragment: Fragment, resolve: ReturnType<typeof pageText>): Record<Variant, string> {
  try {
    const html = finish(fragment.html, resolve)
    return { default: html, sp: fragment.sp ? finish(fragment.sp, resolve) : html }
  } catch (error) {
    throw new Error(`content page ${fragment.view}`, { cause: error })
  }
}

function finish(source: string, resolve: ReturnType<typeof pageText>): string {
  return keepTogether(withWeekdays(reachableTables(fillPlaceholders(source, resolve))))
}

/** A date one may have to plan by carries its weekday. */
function withWeekdays(html: string): string {
  return html.replaceAll(
    /(<(?:p class="small"><time|time class="small") datetime="(\d{4}-\d{2}-\d{2})"[^>]*>[^<]*日)(?=<\/time>)/g,
    (_, upToDay: string, date: string) =>
      `${upToDay}（${'月火水木金土日'[Temporal.PlainDate.from(date).dayOfWeek - 1]}）`,
  )
}

/** A table that scrolls on a phone must be reachable by keyboard (WCAG 2.1.1). */
function reachableTables(html: string): string {
  return html.replaceAll(
    /<div class="table-scroll">(?=\s*<table class="table">)/g,
    '<div class="table-scroll" tabindex="0" role="group" aria-label="横に動かせる表">',
  )
}

function factsOf(view: string, html: string): PageFacts {
  const { headings: _headings, ...facts } = readFragment(html)
  return { view, path: pathOf(view), ...facts }
}

function writePage(outFolder: string, page: RenderedPage): ManifestPage {
  const save = (variant: Variant) => {
    const file = `${viewsFolder}${page.facts.view}.${variant}.html`
    write(outFolder, file, page.html[variant])
    return { file, etag: etagOf(page.html[variant]) }
  }
  return { ...page.facts, variants: { default: save('default'), sp: save('sp') } }
}

function etagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
}

function write(folder: string, file: string, text: string): void {
  const target = join(folder, file)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, text)
}
