import { entrances } from '#portal/mypage/entrances.ts'
import { isBillPage } from '#vocabulary/pages.ts'

/** What a notice leads to, by the name that the screen has everywhere else. */
export function linkWords(href: string): string {
  const [path = ''] = href.split(/[?#]/)
  if (isBillPage(path)) return '請求の内訳を見る'
  const entrance = entrances.find((one) => one.href === path) ?? nearest(path)
  return entrance === undefined ? '詳しく見る' : `「${entrance.label}」を開く`
}

/** A single order, device or paper stands below the list of them. */
function nearest(path: string) {
  return entrances
    .filter(({ href }) => path.startsWith(`${href.replace(/(?:\/|\.html)$/, '')}/`))
    .toSorted((a, b) => b.href.length - a.href.length)[0]
}
