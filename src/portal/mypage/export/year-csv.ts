import { pages } from '#vocabulary/pages.ts'
import { billYear } from '#portal/mypage/shared/bill-year.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { billingApi } from '#protocol/billing.ts'
import { csvOf } from '#vocabulary/csv.ts'
import { download } from './download.ts'
import type { Route } from './+types/year-csv.ts'

/** A year of bills for a household book: a row a bill, by the day it was paid, a column a kind of charge. */
export function loader({ context, url }: Route.LoaderArgs) {
  const asked = /^\d{4}$/.exec(url.searchParams.get('year') ?? '')?.[0] ?? ''
  return download(pageOf(context), pages.billingYear, async () => {
    const { bills } = await callOf(context)(billingApi.billingStatusGet, { query: {} })
    const { rows, titles, untaxed } = billYear(bills, asked)
    const header = [
      'お支払い日',
      'ご利用月',
      'ご請求額（円）',
      'うち消費税（円）',
      ...titles.map((title) => `${title}（${untaxed.has(title) ? '' : '税込・'}円）`),
      '1円未満の切り捨て（円）',
      'うちポイントでのお支払い（円）',
      '状態',
    ]
    const cells = rows.map(({ bill, paidOn, taxYen, groups, cut }) => [
      paidOn,
      bill.month,
      bill.totalYen,
      taxYen,
      ...titles.map((title) => (groups.get(title) ?? 0) / 1000),
      cut / 1000,
      bill.pointsSpentYen ?? 0,
      bill.stateLabel,
    ])
    return { name: `bills_${asked}.csv`, type: 'text/csv', text: csvOf([header, ...cells]) }
  })
}
