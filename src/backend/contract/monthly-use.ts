import type { ContractRow, LineRow } from '#backend/contract/contracts.ts'
import type { Bill } from '#domain/billing/bill.ts'
import { lineUse, ordinaryBill } from '#domain/billing/ordinary-month.ts'
import { options } from '#domain/catalogue/option.ts'
import type { PlanCode } from '#domain/catalogue/plan.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import type { OptionFact } from '#domain/option/decide-option.ts'
import { subtractYen } from '#domain/money.ts'
import { monthOf, type TokyoDate } from '#domain/tokyo.ts'
import { planCodeOf } from './facts.ts'
import { toWireTotals } from './totals.ts'

/** The lines in service by position: the kind of the first decides the price of the plan size. */
export function servedLines(lines: readonly LineRow[]): LineRow[] {
  return lines.filter(({ status }) => status !== 'ended' && status !== 'preparing')
}

/** What a full month is charged by: the size, the lines, and their options. */
export type MonthlyUse = {
  readonly planCode: PlanCode
  readonly lines: readonly Pick<LineRow, 'line_id' | 'kind'>[]
  readonly active: readonly ChargedOption[]
}

/** One that is being left costs what it did until its last day, as a line or a size that is left does. */
type ChargedOption = OptionFact & {
  readonly period?: { readonly to_on: TokyoDate | null } | undefined
}

const isChargedOn = ({ state, period }: ChargedOption, on: TokyoDate): boolean =>
  state === 'cancel_requested'
    ? (period?.to_on ?? on) >= on
    : state === 'active' || state === 'joining'

/** In a contract that has not begun, the lines that are being opened count as in service: they were agreed on. */
export function contractedLines({ contract, lines }: WholeContract): readonly LineRow[] {
  if (contract.started_on !== null) return lines
  return lines.map((line) => (line.status === 'preparing' ? { ...line, status: 'active' } : line))
}

type WholeContract = { readonly contract: ContractRow; readonly lines: readonly LineRow[] }

/** As the contract is used now. */
export function monthlyUse(
  { contract, lines }: WholeContract,
  active: readonly ChargedOption[],
): MonthlyUse {
  return { planCode: planCodeOf(contract), lines: servedLines(lines), active }
}

/** One full month of it as it is on the day, at the rates of the day's month, before calls and messages, by the function of all bills. */
export function monthlyBill(
  { planCode, lines, active }: MonthlyUse,
  on: TokyoDate,
  book: PriceBook,
): Bill {
  const charged = active.filter((one) => isChargedOn(one, on))
  const use = lines.map(({ line_id, kind }, index) =>
    lineUse(kind, {
      options: charged
        .filter(({ lineId }) => lineId === line_id || (lineId === undefined && index === 0))
        // One that the line's new kind cannot carry ends with the change.
        .filter(({ code }) => options[code].kinds.includes(kind))
        .map(({ code }) => code),
    }),
  )
  return ordinaryBill({ planCode, lines: use }, monthOf(on), book)
}

/** A full month's price after a change (wire Estimate). */
export function monthlyChange(
  before: MonthlyUse,
  after: MonthlyUse,
  on: TokyoDate,
  book: PriceBook,
) {
  const was = monthlyBill(before, on, book)
  const is = monthlyBill(after, on, book)
  return {
    monthlyBefore: toWireTotals(was),
    monthlyAfter: toWireTotals(is),
    monthlyDeltaYen: subtractYen(is.totalYen, was.totalYen),
  }
}

/** The use without these lines. */
export function withoutLines(use: MonthlyUse, lineIds: readonly string[]): MonthlyUse {
  return { ...use, lines: use.lines.filter(({ line_id: lineId }) => !lineIds.includes(lineId)) }
}
