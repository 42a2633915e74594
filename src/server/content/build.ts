import type { PriceBook } from './figures.ts'
import { readFragment } from './fragment.ts'
import { attribute, childElements, elementsOf, sourceTexts, withEdits } from './html-tree.ts'
import type { Edit, Element } from './html-tree.ts'
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
  const filled = fillPlaceholders(source, resolve)
  return keepTogether(withEdits(filled, [...weekdays(filled), ...reachableTables(filled)]))
}

/** A date one may have to plan by carries its weekday. */
function weekdays(html: string): Edit[] {
  return sourceTexts(html).flatMap(({ end, text, inside }) => {
    const time = inside.at(-1)
    const date = time && attribute(time, 'datetime')
    const isSmall = inside.slice(-2).some((element) => isOnly('small', element))
    if (time?.tagName !== 'time' || !isSmall || !text.endsWith('日')) return []
    if (date === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(date)) return []
    const weekday = '月火水木金土日'[Temporal.PlainDate.from(date).dayOfWeek - 1]
    return [{ start: end, end, text: `（${weekday}）` }]
  })
}

/** A table that scrolls on a phone must be reachable by keyboard (WCAG 2.1.1). */
function reachableTables(html: string): Edit[] {
  return elementsOf(html)
    .filter((element) => {
      const [table] = childElements(element)
      const scrolls = scrolling.some((className) => isOnly(className, element))
      return scrolls && table !== undefined && isOnly('table', table)
    })
    .map((element) => {
      const end = (element.sourceCodeLocation?.startTag?.endOffset ?? 0) - 1
      const text = ' tabindex="0" role="group" aria-label="横に動かせる表"'
      return { start: end, end, text }
    })
}

/** Stacked and lean tables fit any screen: they have a class besides. */
const scrolling = ['table-scroll', 'table-scroll plan-table']

function isOnly(className: string, element: Element): boolean {
  return attribute(element, 'class') === className
}

function factsOf(view: string, html: string): PageFacts {
  const { headings: _headings, ...facts } = readFragment(html)
  return { view, path: pathOf(view), ...facts }
}
