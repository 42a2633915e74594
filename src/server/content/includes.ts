import { formatTenthsYen } from '#vocabulary/yen.ts'
import { accessibilitySummary, accessibilityTable, publicRun } from './accessibility-results.ts'
import { transmissionTable } from './external-transmission.ts'
import { type PriceBook, dateText } from './figures.ts'
import { escapeMarkup } from './escape-markup.ts'
import type { PageFacts } from './rendered-page.ts'
import { noticesOf } from './notices.ts'
import type { Notice } from './notices.ts'
import { planCards, sizeSlider } from './plan-choice.ts'
import { measuredSpeeds, type MeasuredSpeed } from '#brand'

const noticesOnTop = 5
const noticesBeside = 3

/** Lists that write themselves from the pages there are. */
export function include(name: string, pages: PageFacts[], book: PriceBook): string | undefined {
  if (name === 'notices-latest') return noticeList(noticesOf(pages).slice(0, noticesOnTop))
  if (name === 'notices-few') return noticeList(noticesOf(pages).slice(0, noticesBeside))
  if (name === 'notices-archive') return noticeArchive(noticesOf(pages))
  if (name === 'sitemap') return sitemap(pages)
  if (name === 'external-transmission') return transmissionTable()
  if (name === 'accessibility-summary') return accessibilitySummary()
  if (name === 'accessibility-table') return accessibilityTable()
  if (name === 'accessibility-date') return dateText(publicRun.on)
  if (name === 'plan-cards') return planCards(book)
  if (name === 'size-slider') return sizeSlider(book)
  if (name === 'first-bill') return firstBillList(book)
  if (name === 'measured-speeds') return measuredSpeedTable()
  return undefined
}

function noticeList(notices: Notice[]): string {
  const items = notices.map(
    (notice) =>
      `<li><time class="small" datetime="${notice.date}">${dateText(notice.date)}</time> ${link(notice)}</li>`,
  )
  return `<ul class="link-list">\n${items.join('\n')}\n</ul>`
}

function noticeArchive(notices: Notice[]): string {
  const years = Map.groupBy(notices, (notice) => notice.date.slice(0, 4))
  return [...years]
    .map(([year, list]) => `<h2 id="year-${year}">${year}年</h2>\n${noticeList(list)}`)
    .join('\n')
}

/** Heading → the parts of the site that stand under it, in the order of the site map. */
const sections: [title: string, parts: string[]][] = [
  ['はじめての方へ', ['/', '/beginner', '/mnp', '/order']],
  ['料金・サービス', ['/fee', '/option', '/talk/top.html', '/talk']],
  ['端末', ['/doc']],
  ['サポート', ['/support', '/order/holder', '/order/succession', '/apn', '/app']],
  ['お知らせ', ['/info', '/history']],
  ['ポイント', ['/privacy_policy', '/pointback_transition']],
  ['規約・重要事項', ['/terms', '/agreement/mobile_info.html', '/agreement', '/talk/agreement']],
  ['このサイトについて', ['/legal', '/accessibility', '/sitemap.html']],
]
const allParts = sections.flatMap(([, parts]) => parts)

function sitemap(pages: PageFacts[]): string {
  const listed = pages.filter((page) => !page.path.startsWith('/info/notice'))
  const byPart = Map.groupBy(listed, (page) => partOf(page.path))
  return sections
    .map(([title, parts]) => {
      const inside = parts.flatMap((part) =>
        (byPart.get(part) ?? []).toSorted((a, b) => a.path.localeCompare(b.path)),
      )
      const items = inside.map((page) => `<li>${link(page)}</li>`)
      return `<h2>${title}</h2>\n<ul class="link-list">\n${items.join('\n')}\n</ul>`
    })
    .join('\n')
}

/** The longest part a path begins with. Throws when a page belongs nowhere: it would be missing from the map. */
function partOf(path: string): string {
  const found = allParts
    .filter((part) => path === part || (part !== '/' && path.startsWith(`${part}/`)))
    .toSorted((a, b) => b.length - a.length)[0]
  if (found === undefined) throw new Error(`${path} is in no section of the site map`)
  return found
}

function link(page: PageFacts): string {
  const name = page.path === '/' ? 'トップページ' : page.title
  return `<a href="${page.path}">${escapeMarkup(name)}</a>`
}

/** The first bill as a list: every month's part, what is charged once, and their sum; then when it is charged. */
function firstBillList(book: PriceBook): string {
  const { monthYen, totalYen } = book.firstBill()
  const once = (key: string) => formatTenthsYen(book.rate(key)?.tenthsYen ?? 0)
  return [
    '<div class="card bill-list">',
    '<h3>これからも毎月</h3>',
    `<dl class="charges"><div><dt>月額料金（31日のうち21日分）と、各社共通の料金</dt><dd>${formatTenthsYen(monthYen * 10)}</dd></div></dl>`,
    `<dl class="charges"><div><dt>使い始めた月のデータ（日割り）</dt><dd>${book.firstData(13, 11, 31) ?? ''}</dd></div></dl>`,
    '<h3>最初の1回だけ</h3>',
    '<dl class="charges">',
    `<div><dt>SIM発行手数料</dt><dd>${once('oneOff.simIssue')}</dd></div>`,
    `<div><dt>SIM準備料</dt><dd>${once('oneOff.simPreparation')}</dd></div>`,
    `<div class="charges__sum"><dt>最初の請求（税込）</dt><dd>${formatTenthsYen(totalYen * 10)}</dd></div>`,
    '</dl>',
    '<ol class="dates"><li><b>11日</b>使い始める</li><li><b>翌月1日</b>金額が決まる</li><li><b>翌月{{rule chargeDay}}</b>カードに請求</li></ol>',
    '</div>',
  ].join('\n')
}

/** The operator's own measurements by hour and area; nothing while there are none: what is to come is not announced. */
export function measuredSpeedTable(speeds: readonly MeasuredSpeed[] = measuredSpeeds): string {
  if (speeds.length === 0) return ''
  const rows = speeds.map((speed) => {
    const [hours, area, median, measured] = [
      speed.hours,
      speed.area,
      speed.median,
      speed.measured,
    ].map(escapeMarkup)
    return `<tr><th scope="row">${hours}</th><td>${area}</td><td class="amount">${median}</td><td>${measured}</td></tr>`
  })
  return [
    '<div class="table-scroll"><table class="table"><caption>当社が計測した速度の中央値</caption>',
    '<thead><tr><th scope="col">時間帯</th><th scope="col">地域</th><th scope="col">速度</th><th scope="col">計測</th></tr></thead>',
    `<tbody>${rows.join('')}</tbody></table></div>`,
  ].join('')
}
