import { transmissionTable } from './external-transmission.ts'
import { dateText, type PriceBook } from './figures.ts'
import { escapeMarkup } from './escape-markup.ts'
import type { PageFacts } from './rendered-page.ts'
import { noticesOf } from './notices.ts'
import type { Notice } from './notices.ts'
import { firstBillList } from './first-bill.ts'
import { measuredSpeedTable } from './measured-speeds.ts'
import { planCards, sizeSlider } from './plan-choice.ts'

const noticesOnTop = 5
const noticesBeside = 3

/** Lists that write themselves from the pages there are. */
export function include(name: string, pages: PageFacts[], book: PriceBook): string | undefined {
  if (name === 'notices-latest') return noticeList(noticesOf(pages).slice(0, noticesOnTop))
  if (name === 'notices-few') return noticeList(noticesOf(pages).slice(0, noticesBeside))
  if (name === 'notices-archive') return noticeArchive(noticesOf(pages))
  if (name === 'sitemap') return sitemap(pages)
  if (name === 'external-transmission') return transmissionTable()
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
