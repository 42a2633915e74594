import { transmissionTable } from './external-transmission.ts'
import { dateText } from './figures.ts'
import { escapeMarkup } from './escape-markup.ts'
import type { PageFacts } from './manifest.ts'
import { noticesOf } from './notices.ts'
import type { Notice } from './notices.ts'

const noticesOnTop = 5

/** Lists that write themselves from the pages there are. */
export function include(name: string, pages: PageFacts[]): string | undefined {
  if (name === 'notices-latest') return noticeList(noticesOf(pages).slice(0, noticesOnTop))
  if (name === 'notices-archive') return noticeArchive(noticesOf(pages))
  if (name === 'sitemap') return sitemap(pages)
  if (name === 'external-transmission') return transmissionTable()
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

/** First part of a path → the heading it stands under, in the order of the site map. */
const sections: [title: string, folders: string[]][] = [
  ['はじめての方へ', ['', 'beginner']],
  ['料金・サービス', ['fee', 'option', 'talk']],
  ['端末', ['doc']],
  ['サポート', ['support', 'apn', 'app']],
  ['お知らせ', ['info', 'history']],
  ['ポイント', ['privacy_policy', 'pointback_transition']],
  ['規約・重要事項', ['terms', 'agreement']],
  ['このサイトについて', ['legal', 'accessibility', 'sitemap.html']],
]

function sitemap(pages: PageFacts[]): string {
  const listed = pages.filter((page) => !page.path.startsWith('/info/notice'))
  return sections
    .map(([title, folders]) => {
      const inside = listed
        .filter((page) => folders.includes(page.path.split('/')[1] ?? ''))
        .toSorted((a, b) => rank(folders, a).localeCompare(rank(folders, b)))
      const items = inside.map((page) => `<li>${link(page)}</li>`)
      return `<h2>${title}</h2>\n<ul class="link-list">\n${items.join('\n')}\n</ul>`
    })
    .join('\n')
}

/** Order of the sections' folders, the folder's own page before its children. */
function rank(folders: string[], page: PageFacts): string {
  return `${folders.indexOf(page.path.split('/')[1] ?? '')}${page.view.endsWith('/index') ? 0 : 1}${page.path}`
}

function link(page: PageFacts): string {
  return `<a href="${page.path}">${escapeMarkup(page.title)}</a>`
}
