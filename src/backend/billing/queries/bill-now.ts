import { findLines } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { type Bill, billOf, noBill } from '#domain/billing/bill.ts'
import { forecastBill, trafficTenthsYen, type BillForecast } from '#domain/billing/forecast.ts'
import { daysServed } from '#domain/billing/monthly-lines.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import {
  type Instant,
  type TokyoDate,
  addMonths,
  daysBetween,
  endOfMonth,
  monthOf,
  toTokyoDate,
  toTokyoMonth,
} from '#domain/tokyo.ts'
import { loadBillFacts } from './bill-facts.ts'
import { type BilledMonth, billedMonth } from './billed-month.ts'
import { loadBills } from './stored-bills.ts'
import { endOf } from '#domain/billing/next-bills.ts'

/** Months whose calls say what the days left will bring (billing.md 21). */
const FORECAST_MONTHS = 3

export type BillNow = {
  readonly month: BilledMonth
  readonly soFar: Bill
  readonly forecast: BillForecast
}

/** The bill of this month as it would be now, and what it will probably come to. */
export async function billNow(
  db: Db,
  contractId: string,
  book: PriceBook,
  now: Instant,
): Promise<BillNow> {
  const month = billedMonth(toTokyoMonth(now), book)
  const [facts, lines, past] = await Promise.all([
    loadBillFacts(db, contractId, month),
    findLines(db, contractId),
    loadBills(db, contractId, book, {
      from: addMonths(month.month, -FORECAST_MONTHS),
      to: addMonths(month.month, -1),
    }),
  ])
  const soFar = billOf(facts, month.book) ?? noBill(month.month)
  const months = past.map((bill) => ({
    tenthsYen: trafficTenthsYen(bill.lines),
    days: daysServed(facts.lines, bill.month),
  }))
  // A line that is stopped makes no calls; what it has used stays.
  const stillServed = lines.some(
    ({ status, ends_on: endsOn }) =>
      (status === 'active' || status === 'ending') && (endsOn === null || endsOn >= month.lastDay),
  )
  const daysLeft = stillServed ? daysBetween(toTokyoDate(now), endOfMonth(month.month)) : 0
  return { month, soFar, forecast: forecastBill(soFar.totalYen, months, daysLeft) }
}

/**
 * The bill of the month in which these lines end, as far as it is known: that month's bill with their last day. What is
 * used later comes on top.
 */
export async function finalBillOf(
  db: Db,
  contractId: string,
  lineIds: readonly string[],
  lastDay: TokyoDate,
  book: PriceBook,
): Promise<Bill> {
  const month = billedMonth(monthOf(lastDay), book)
  const facts = await loadBillFacts(db, contractId, month)
  return billOf(endOf(lineIds, lastDay)(facts), month.book) ?? noBill(month.month)
}

/** Beside every final bill: what is used later comes on top. */
export const finalBillNotice =
  'いま分かっている請求の額には、これまでに申し込まれたデータチャージやSIMの手数料、記録の届いている通話料とSMSの料金を含みます。これからご利用になる分が加わります。'
