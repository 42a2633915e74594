import type { ContractRow, LineRow } from '#backend/contract/contracts.ts'
import type { Bill } from '#domain/billing/bill.ts'
import { lineUse, ordinaryBill } from '#domain/billing/ordinary-month.ts'
import type { PlanCode } from '#domain/catalogue/plan.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { monthOf, type TokyoDate } from '#domain/tokyo.ts'
import { planCodeOf } from './facts.ts'

/** The lines that are served, the first first: its kind decides the price of the size. */
export function servedLines(lines: readonly LineRow[]): LineRow[] {
  return lines.filter(({ status }) => status !== 'ended' && status !== 'preparing')
}

/** One full month of the contract as it is now, at the rates of the day's month, before calls and messages. */
export function monthlyBill(
  contract: ContractRow,
  lines: readonly LineRow[],
  on: TokyoDate,
  book: PriceBook,
  planCode: PlanCode = planCodeOf(contract),
): Bill {
  return monthlyBillOf(servedLines(lines), planCode, on, book)
}

export function monthlyBillOf(
  lines: readonly Pick<LineRow, 'kind'>[],
  planCode: PlanCode,
  on: TokyoDate,
  book: PriceBook,
): Bill {
  const use = { planCode, lines: lines.map(({ kind }) => lineUse(kind)) }
  return ordinaryBill(use, monthOf(on), book)
}
