import { findLines } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { billOf, noBill, type Bill } from '#domain/billing/bill.ts'
import { forecastBill, trafficTenthsYen, type BillForecast } from '#domain/billing/forecast.ts'
import { daysServed } from '#domain/billing/monthly-lines.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import {
  addMonths,
  daysBetween,
  endOfMonth,
  toTokyoDate,
  toTokyoMonth,
  type Instant,
} from '#domain/tokyo.ts'
import { loadBillFacts } from './bill-facts.ts'
import { billedMonth, type BilledMonth } from './billed-month.ts'
import { loadBills } from './stored-bills.ts'

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
