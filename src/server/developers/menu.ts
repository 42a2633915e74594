import { scopeWords, accessScopes } from '#vocabulary/connection.ts'
import { developerPages } from '#vocabulary/site-pages.ts'
import { escapeMarkup } from '../content/escape-markup.ts'
import { operationPage } from './links.ts'
import { operations } from './operations.ts'

/** The texts, in the order in which one reads them. */
const guides = [
  ['はじめに', developerPages.top],
  ['認証と権限', developerPages.access],
  ['数・日付・続き', developerPages.basics],
  ['エラー', developerPages.errors],
  ['Webhook', developerPages.webhooks],
  ['AIエージェント（MCP）', developerPages.agents],
  ['変更の記録', developerPages.changes],
  ['稼働状況', developerPages.status],
] as const

/** `高速データ通信の残量（内訳と期限）` → `高速データ通信の残量` */
const short = (summary: string) => summary.replaceAll(/（[^）]*）/gu, '')

/** All pages for developers, beside each of them. @param here The path of the page that shows it. */
export function menu(here: string): string {
  const reference = accessScopes.flatMap((scope) => {
    const own = operations.filter((operation) => operation.scope === scope)
    return own.length === 0
      ? []
      : [
          group(
            scopeWords[scope].label,
            own.map(({ id, endpoint }) => [short(endpoint.summary), operationPage(id)]),
            here,
          ),
        ]
  })
  return [
    // It scrolls by itself where there is room beside the text.
    '<nav class="reference__menu" tabindex="0" aria-label="開発者向けのページ">',
    '<details><summary>開発者向けの目次</summary>',
    group('案内', guides, here),
    ...reference,
    group(
      '共通',
      [
        ['すべての呼び出し', developerPages.reference],
        ['返るものの共通の形', developerPages.forms],
      ],
      here,
    ),
    '</details></nav>',
  ].join('\n')
}

function group(title: string, pages: readonly (readonly [string, string])[], here: string) {
  const items = pages.map(([name, path]) => {
    const current = path === here ? ' aria-current="page"' : ''
    return `<li><a href="${path}"${current}>${escapeMarkup(name)}</a></li>`
  })
  return `<p>${escapeMarkup(title)}</p>\n<ul>${items.join('\n')}</ul>`
}
