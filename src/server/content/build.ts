import type { PriceBook } from './figures.ts'
import { readFragment } from './fragment.ts'
import { attribute, childElements, elementsOf, sourceTexts, withEdits } from './html-tree.ts'
import type { Edit, Element } from './html-tree.ts'
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

/** What a reader takes in as one: a date, a price with its tax, a count of months, a word the browser's own reading would cut. */
const unit = new RegExp(
  [
    String.raw`(?:\d{4}年)?\d{1,2}月\d{1,2}日(?:（[日月火水木金土]）)?`,
    String.raw`\d{4}年\d{1,2}月`,
    String.raw`[\d,.]+円（(?:税込|税抜|消費税対象外)）`,
    String.raw`0\d{1,3}-\d{2,4}-\d{3,4}`,
    String.raw`[\d,.]+ ?(?:GB|MB|kB|kbps|Mbps|か月|日間?|時間?|分|秒|年間?|歳|円|回線|番号|桁|枚|通|台|件|回|つ|文字|階)(?![A-Za-z])`,
    'Wi-Fi',
    '(?:一括|分割)払い',
    '(?:ワンストップ|ベストエフォート)方式',
    'データ＋SMS',
    '(?:音声通話|データ)SIM',
    '利用分から',
    '（サイズ変更・再発行）',
    'お問い合わせ先?',
  ].join('|'),
  'g',
)

/** Text inside these is no text of the page's own lines. */
const closed = new Set(['pre', 'svg', 'option', 'title', 'script', 'style'])

/** The one name that is longer than a phone's line breaks between its words, and not where the browser would. */
const loosen = (text: string) =>
  text.replaceAll(
    'ブロードバンドユニバーサルサービス料',
    '<span class="whole">ブロードバンド</span><wbr><span class="whole">ユニバーサルサービス料</span>',
  )

/** Japanese may break a line nearly anywhere; the units above stay on one. */
export function keepTogether(html: string): string {
  const edits = sourceTexts(html)
    .filter(({ inside }) => !inside.some((element) => closed.has(element.tagName)))
    .map(({ start, end, text }) => ({
      start,
      end,
      text: loosen(text.replace(unit, '<span class="nowrap">$&</span>')),
    }))
  return withEdits(html, edits)
}
