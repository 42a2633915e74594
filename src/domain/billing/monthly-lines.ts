import { hasChargedNumber, planOn } from '../catalogue/plan.ts'
import type { PriceKey } from '../catalogue/figure.ts'
import { options } from '../catalogue/option.ts'
import { MissingRate, rateWhileCharged, type PriceBook } from '../catalogue/price-book.ts'
import {
  addDays,
  daysBetween,
  daysInMonth,
  endOfDay,
  endOfMonth,
  monthOf,
  startOfDay,
  startOfMonth,
  type TokyoDate,
  type TokyoMonth,
} from '../tokyo.ts'
import type { OptionCode } from '#vocabulary/option.ts'
import type { ChargeKind } from '#vocabulary/price.ts'
import {
  valueAt,
  valueBefore,
  type BilledLine,
  type BillFacts,
  type OptionPeriod,
} from './bill-facts.ts'
import type { BillLine } from './bill-line.ts'
import { chargeOf, type ProratedDays } from './charge.ts'

/** Base, further lines and options of the month, each prorated from its own first day (billing.md 5–7). */
export function feeLines(facts: BillFacts, book: PriceBook): readonly BillLine[] {
  const served = servedIn(facts.lines, facts.month)
  const first = firstLine(served, facts.month)
  if (first === undefined) return []
  const fee = (kind: ChargeKind, key: PriceKey, from: TokyoDate, lineId?: string) =>
    monthlyFee({ kind, key, from, lineId, month: facts.month }, book)
  const lines = served.map((line) => {
    const from = firstBilledDay(line.firstDay, facts.month)
    const lineKind = valueAt(line.kinds, startOfDay(from))
    return line === first
      ? fee(
          'base',
          `plan.${valueAt(facts.sizes, startOfDay(from))}.${lineKind}`,
          line.firstDay,
          line.lineId,
        )
      : fee('shareLine', `share.${lineKind}`, line.firstDay, line.lineId)
  })
  const lineOptions = served.flatMap((line) =>
    periodsIn(line.options, facts.month).map(({ code, from }) =>
      fee('option', options[code].priceKey, from, line.lineId),
    ),
  )
  const contractOptions = periodsIn(facts.contractOptions, facts.month).map(({ code, from }) =>
    fee('option', options[code].priceKey, from),
  )
  return [...lines, ...lineOptions, ...contractOptions]
}

export const numberFeeKeys = [
  'fee.universal',
  'fee.relay',
  'fee.broadbandUniversal',
] as const satisfies readonly PriceKey[]

/** Fees for numbers and lines in service at 24:00 of the month's last day, whole (billing.md 8). */
export function numberFeeLines(facts: BillFacts, book: PriceBook): readonly BillLine[] {
  const lastDay = endOfMonth(facts.month)
  const inService = facts.lines.filter((line) => servesAtEndOf(lastDay, line))
  if (inService.length === 0) return []
  const hasNumber = (line: BilledLine) =>
    hasChargedNumber(valueBefore(line.kinds, endOfDay(lastDay)))
  const numbers = inService.filter(hasNumber).length
  // Lines below 1 Mbps are exempt: ライト has no high-speed data at all.
  const isExempt = planOn(valueBefore(facts.sizes, endOfDay(lastDay)), lastDay).baseBytes === 0
  const perMonth = (kind: ChargeKind, key: PriceKey, quantity: number): readonly BillLine[] => {
    const row = quantity === 0 ? undefined : rateWhileCharged(book, key, lastDay)
    return row === undefined ? [] : [{ ...chargeOf(kind, row, quantity), taxOn: lastDay }]
  }
  return [
    ...perMonth('universalFee', 'fee.universal', numbers),
    ...perMonth('relayFee', 'fee.relay', numbers),
    ...perMonth('broadbandUniversalFee', 'fee.broadbandUniversal', isExempt ? 0 : inService.length),
  ]
}

/** The first month of an option that is joined on this day, as the bill will ask it. */
export function firstOptionFee(code: OptionCode, from: TokyoDate, book: PriceBook): BillLine {
  return monthlyFee(
    { kind: 'option', key: options[code].priceKey, from, month: monthOf(from) },
    book,
  )
}

/** Has the month any day of service? */
export function isServedIn(facts: Pick<BillFacts, 'lines' | 'month'>): boolean {
  return servedIn(facts.lines, facts.month).length > 0
}

/** The days of the month on which a line was in service, from the first of them to the last. */
export function daysServed(lines: readonly BilledLine[], month: TokyoMonth): number {
  const served = servedIn(lines, month)
  const [first] = served.map(({ firstDay }) => firstBilledDay(firstDay, month)).toSorted()
  if (first === undefined) return 0
  const end = endOfMonth(month)
  const lasts = served.map(({ lastDay }) =>
    lastDay === undefined || lastDay > end ? end : lastDay,
  )
  return daysBetween(first, lasts.toSorted().at(-1) ?? end) + 1
}

type Fee = {
  readonly kind: ChargeKind
  readonly key: PriceKey
  readonly from: TokyoDate
  readonly lineId?: string | undefined
  readonly month: TokyoMonth
}

/** A new monthly price counts from the next 1st; what begins within the month before its price began has that first row. */
function monthlyFee({ kind, key, from, lineId, month }: Fee, book: PriceBook): BillLine {
  const row = book.rateOn(key, startOfMonth(month)) ?? book.rateOn(key, from)
  if (row === undefined) throw new MissingRate(key, startOfMonth(month))
  return { ...chargeOf(kind, row, 1, daysFrom(from, month)), taxOn: endOfMonth(month), lineId }
}

/** Days from the first day to the month's end, that day included; none for a whole month. */
function daysFrom(firstDay: TokyoDate, month: TokyoMonth): ProratedDays | undefined {
  if (firstDay <= startOfMonth(month)) return undefined
  const days = daysBetween(firstDay, addDays(endOfMonth(month), 1))
  return { days, ofDays: daysInMonth(month) }
}

const firstBilledDay = (firstDay: TokyoDate, month: TokyoMonth) =>
  firstDay > startOfMonth(month) ? firstDay : startOfMonth(month)

/** The lines with a day of service in the month. */
function servedIn(lines: readonly BilledLine[], month: TokyoMonth): readonly BilledLine[] {
  return lines.filter(
    ({ firstDay, lastDay }) =>
      firstDay <= endOfMonth(month) && (lastDay === undefined || lastDay >= startOfMonth(month)),
  )
}

/** Heads the order of lines at 00:00 of the 1st, in the first month on its first day. */
function firstLine(served: readonly BilledLine[], month: TokyoMonth): BilledLine | undefined {
  const [day] = served.map((line) => firstBilledDay(line.firstDay, month)).toSorted()
  if (day === undefined) return undefined
  const place = (line: BilledLine) => valueAt(line.places, startOfDay(day))
  const [head] = served
    .filter(({ firstDay }) => firstDay <= day)
    .toSorted((a, b) => place(a) - place(b))
  return head
}

/** At 24:00: a number that is ported out on that day is in service elsewhere by then. */
function servesAtEndOf(day: TokyoDate, { firstDay, lastDay, isPortedOut = false }: BilledLine) {
  if (firstDay > day) return false
  return lastDay === undefined || (isPortedOut ? lastDay > day : lastDay >= day)
}

/** The options of the month, once each: leaving and joining again within it is as if one had stayed. */
function periodsIn(periods: readonly OptionPeriod[], month: TokyoMonth): readonly OptionPeriod[] {
  const touching = periods.filter(
    ({ from, to }) => from <= endOfMonth(month) && (to === undefined || to >= startOfMonth(month)),
  )
  return [...Map.groupBy(touching, ({ code }) => code).values()].flatMap((same) =>
    same.toSorted((a, b) => (a.from < b.from ? -1 : 1)).slice(0, 1),
  )
}
