import type { ContractRow, LineRow } from '#backend/contract/contracts.ts'
import { lineUse, monthlyCharges, type MonthlyUse } from '#domain/catalogue/monthly-charges.ts'
import type { PlanCode } from '#domain/catalogue/plan.ts'
import { billOf, type QuotedBill } from '#domain/catalogue/quote.ts'
import type { TokyoDate } from '#domain/tokyo.ts'
import { planCodeOf } from './facts.ts'

/** The lines that are served, the first first: its kind decides the price of the size. */
export function servedLines(lines: readonly LineRow[]): LineRow[] {
  return lines.filter(({ status }) => status !== 'ended' && status !== 'preparing')
}

export function monthlyUseOf(
  lines: readonly Pick<LineRow, 'kind'>[],
  planCode: PlanCode,
): MonthlyUse {
  return { planCode, lines: lines.map(({ kind }) => lineUse(kind)) }
}

/** One full month of the contract as it stands, at the rates of the day, before calls and messages. */
export function monthlyBill(
  contract: ContractRow,
  lines: readonly LineRow[],
  on: TokyoDate,
  planCode: PlanCode = planCodeOf(contract),
): QuotedBill {
  return monthlyBillOf(servedLines(lines), planCode, on)
}

export function monthlyBillOf(
  lines: readonly Pick<LineRow, 'kind'>[],
  planCode: PlanCode,
  on: TokyoDate,
): QuotedBill {
  if (lines.length === 0) return billOf([], on)
  return billOf(monthlyCharges(monthlyUseOf(lines, planCode), on), on)
}
