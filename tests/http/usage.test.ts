import { expect, test } from 'vitest'
import { attribute, descendants, textOf, type Element } from '#server/content/html-tree.ts'
import type { Page } from '../browser-without-script.ts'
import { logIn } from './portal.ts'

// What was used, as the page says it; picked by pointer and key: tests/e2e/mypage-data-usage.e2e.ts.

const usage = '/mypage/data/usage.html'

const partOf = ({ elements }: Page, id: string): Element[] =>
  elements.filter((one) => attribute(one, 'id') === id).flatMap(descendants)

/** The rows of the first table of a part, cell by cell. */
const rowsIn = (part: readonly Element[]) =>
  part
    .filter(({ tagName }) => tagName === 'tbody')
    .slice(0, 1)
    .flatMap(descendants)
    .filter(({ tagName }) => tagName === 'tr')
    .map((row) =>
      descendants(row)
        .filter(({ tagName }) => /^t[hd]$/.test(tagName))
        .map(textOf),
    )

/** What the columns of the first chart of a part say, one by one. */
function saidIn(part: readonly Element[]): string[] {
  const [chart] = part.filter((one) => one.tagName === 'svg' && attribute(one, 'role') === 'img')
  return (chart ? descendants(chart) : [])
    .filter((one) => one.tagName === 'title' && one.parentNode !== chart)
    .map(textOf)
}

test('グラフと表は、同じ日と月の同じ値を言う。13か月分の月ごとの表があり、付与も分かる', async () => {
  const { page } = await logIn('sato', usage)
  const days = partOf(page, 'days')
  const said = saidIn(days)
  const rows = rowsIn(days)
  expect([said.length, rows.length]).toEqual([31, 31])
  for (const [index, [date, high, low, state]] of rows.entries()) {
    const mark = state === '暫定値' ? '（暫定値）' : ''
    expect(said[index]).toBe(`${date} 高速 ${high}、低速 ${low}${mark}`)
  }
  expect(rows.at(-1)?.[3]).toBe('暫定値')
  const months = partOf(page, 'months')
  const saidOfMonths = saidIn(months)
  expect([saidOfMonths.length, rowsIn(months).length]).toEqual([13, 13])
  for (const [month, high, low] of rowsIn(months))
    expect(saidOfMonths.join('\n')).toContain(`${month} 高速 ${high}、低速 ${low}`)
  expect(months.filter(({ tagName }) => tagName === 'th').map(textOf)).toContain('付与')
})

test('シェアの回線ごとの割合は合わせて100％になり、1回線だけの表示に切り替えられ、アドレスに残る', async () => {
  const { page } = await logIn('suzuki', usage)
  const shares = page.textsOf('share').map((text) => Math.round(parseFloat(text) * 10))
  expect(shares).toHaveLength(3)
  expect(shares.reduce((sum, share) => sum + share, 0)).toBe(1000)
  const one = await page.follow('健一')
  expect(one.url.search).toMatch(/^\?line=/)
  expect(one.textsOf('share')).toEqual([])
  const records = await one.follow('付与と利用の記録')
  expect(records.url.search).toMatch(/view=records&line=/)
  const rows = records.elements.filter(({ tagName }) => tagName === 'tr').map(textOf)
  expect(rows.join()).toContain('健一')
  expect(rows.join()).not.toContain('家のタブレット')
})

test('通話の明細は1件ごとに計算が分かり、CSVで保存できる', async () => {
  const { page, get } = await logIn('sato', '/mypage/call.html')
  const [, first] = page.elements.filter(({ tagName }) => tagName === 'tr').map(textOf)
  expect(first).toMatch(/円 × /)
  const link = page.links.find(({ text }) => text.includes('この月の明細をCSVで保存する'))
  const csv = await get(link?.href ?? '')
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(csv.headers['content-disposition']).toMatch(
    /^attachment; filename="calls_\d{4}-\d\d-01_\d{4}-\d\d-\d\d\.csv"$/,
  )
})
