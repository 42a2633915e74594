import { billOfCharges, totalsOf, type Bill } from '../billing/bill.ts'
import { oneOffCharge, type Charge } from '../billing/charge.ts'
import { NEXT_BILLS } from '../billing/next-bills.ts'
import { ordinaryBill, type MonthlyUse } from '../billing/ordinary-month.ts'
import { addYen, type Yen } from '../money.ts'
import { ok, refused, type Outcome } from '../outcome.ts'
import {
  addMonths,
  endOfMonth,
  monthOf,
  startOfMonth,
  type TokyoDate,
  type TokyoMonth,
} from '../tokyo.ts'
import { LONGEST_MESSAGE } from './call-prices.ts'
import type { Dated } from './dated.ts'
import { options } from './option.ts'
import { planOn, plans } from './plan.ts'
import type { PriceBook } from './price-book.ts'
import { ruleRows, ruleValue } from './rules.ts'

export const QUOTE_MONTHS = 24

export type Quote = {
  /** The bill of one ordinary, full month at the rates of the day. */
  readonly monthly: Bill
  /** What is owed once, at the start. */
  readonly oneOff: Bill
  /** 24 full months from `from`, the one-off amounts on the first bill, each month at its own rates. */
  readonly total24Yen: Yen
  readonly from: TokyoMonth
}

export type QuoteRefusal =
  | 'NO_LINES'
  | 'LINE_LIMIT_REACHED'
  | 'PLAN_NOT_SHAREABLE'
  | 'OPTION_NOT_FOR_LINE_KIND'
  | 'MESSAGE_TOO_LONG'

/** What a month and 24 months cost by these prices; `on` is the day whose month is quoted alone. */
export function quote(
  use: MonthlyUse,
  on: TokyoDate,
  from: TokyoMonth,
  book: PriceBook,
): Outcome<Quote, QuoteRefusal> {
  const refusal = whyNot(use, on)
  if (refusal !== undefined) return refusal
  const startCosts = startCharges(use, on, book)
  const months = Array.from({ length: QUOTE_MONTHS }, (_, n) => addMonths(from, n))
  const first = withCharges(ordinaryBill(use, from, book), startCosts, startOfMonth(from), book)
  const later = totalsByMonth(use, months.slice(1), book)
  return ok({
    monthly: ordinaryBill(use, monthOf(on), book),
    oneOff: billOfCharges(startCosts, on, book),
    total24Yen: addYen(first.totalYen, ...later),
    from,
  })
}

/** A month costs what the one before it did unless something that a bill depends on begins or ends in either. */
function totalsByMonth(use: MonthlyUse, months: readonly TokyoMonth[], book: PriceBook) {
  const rows: readonly Dated[] = [...book.prices, ...book.taxes, ...plans, ...ruleRows]
  const days = [
    ...rows.flatMap(({ validFrom, validTo = validFrom }) => [validFrom, validTo]),
    ...use.lines.flatMap(({ firstDay }) => firstDay ?? []),
  ]
  const totals: Yen[] = []
  for (const [n, month] of months.entries()) {
    const since = startOfMonth(months[n - 1] ?? month)
    const until = endOfMonth(month)
    const before = days.some((day) => since <= day && day <= until) ? undefined : totals[n - 1]
    totals.push(before ?? ordinaryBill(use, month, book).totalYen)
  }
  return totals
}

/** The bills of the month of the first day, prorated and with what is owed once, and of the two after it. */
export function firstBills(use: MonthlyUse, startsOn: TokyoDate, book: PriceBook): readonly Bill[] {
  const start = monthOf(startsOn)
  const begun = { ...use, lines: use.lines.map((line) => ({ ...line, firstDay: startsOn })) }
  const first = ordinaryBill(begun, start, book)
  const later = Array.from({ length: NEXT_BILLS - 1 }, (_, n) => addMonths(start, n + 1))
  return [
    withCharges(first, startCharges(use, startsOn, book), startsOn, book),
    ...later.map((month) => ordinaryBill(use, month, book)),
  ]
}

function withCharges(bill: Bill, charges: readonly Charge[], on: TokyoDate, book: PriceBook): Bill {
  const { lines } = billOfCharges(charges, on, book)
  return { ...bill, ...totalsOf([...bill.lines, ...lines], book) }
}

function whyNot(use: MonthlyUse, on: TokyoDate) {
  const linesMax = ruleValue('linesMax', on)
  if (use.lines.length === 0) return refused('NO_LINES')
  if (use.lines.length > linesMax) return refused('LINE_LIMIT_REACHED', { facts: { linesMax } })
  if (use.lines.length > 1 && !planOn(use.planCode, on).shareable)
    return refused('PLAN_NOT_SHAREABLE', { facts: { planCode: use.planCode } })
  for (const line of use.lines)
    for (const code of line.options)
      if (!options[code].kinds.includes(line.kind))
        return refused('OPTION_NOT_FOR_LINE_KIND', { facts: { option: code, kind: line.kind } })
  if (use.lines.some((line) => line.messages.some((one) => one.characters > LONGEST_MESSAGE)))
    return refused('MESSAGE_TOO_LONG', { facts: { charactersMax: LONGEST_MESSAGE } })
  return undefined
}

/** SIM issue and preparation, once a line; a line that is taken over has its SIM. */
function startCharges(use: MonthlyUse, on: TokyoDate, book: PriceBook): readonly Charge[] {
  const lines = use.lines.filter(({ hasSim }) => hasSim !== true).length
  if (lines === 0) return [oneOffCharge('oneOff.handover', on, book)]
  return (['oneOff.simIssue', 'oneOff.simPreparation'] as const).map((key) =>
    oneOffCharge(key, on, book, lines),
  )
}
