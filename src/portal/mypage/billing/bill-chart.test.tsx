import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { tokyoDate, tokyoMonth, yen } from '#protocol/primitives.ts'
import { BillChart } from './bill-chart.tsx'
import type { BilledMonth } from './load.ts'

const bill = (month: string, totalYen: number): BilledMonth => ({
  month: tokyoMonth.parse(month),
  totalYen: yen.parse(totalYen),
  state: 'paid',
  stateLabel: 'お支払い済み',
  chargeOn: tokyoDate.parse(`${month}-07`),
  path: `/mypage/billing/${month}.html`,
})
const newestFirst = [
  bill('2026-10', 9000),
  bill('2026-09', 5000),
  bill('2026-08', 3000),
  bill('2026-07', 1000),
]

const monthsIn = (html: string) =>
  Array.from(html.matchAll(/billing\/(\d{4}-\d{2})\.html/g), ([, month]) => month)

test('前の月の請求の図は、その月で終わり、そのときの金額だけを言う', () => {
  const html = renderToStaticMarkup(<BillChart months={newestFirst} chosen="2026-08" />)
  expect(monthsIn(html)).toEqual(['2026-07', '2026-08'])
  expect(html).toContain('aria-label="2か月の請求額。最新の2026年8月は3,000円、平均は2,000円。"')
})

test('一覧の図は、いちばん新しい請求で終わる', () => {
  const html = renderToStaticMarkup(<BillChart months={newestFirst} />)
  expect(monthsIn(html)).toEqual(['2026-07', '2026-08', '2026-09', '2026-10'])
})
