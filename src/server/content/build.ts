import type { PriceBook } from './figures.ts'
import { readFragment } from './fragment.ts'
import { keepTogether } from './keep-together.ts'
import type { ContentLinks } from './links.ts'
import type { PageFacts, RenderedPage } from './rendered-page.ts'
import { pageText } from './page-text.ts'
import { fillPlaceholders } from './placeholder.ts'
import type { Fragment, Sources } from './source.ts'
import { pathOf } from './view-path.ts'
import type { Variant } from './view-path.ts'

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
