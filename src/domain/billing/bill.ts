import { chargeKinds } from '#vocabulary/price.ts'
import type { PriceBook } from '../catalogue/price-book.ts'
import { addYen, tenthsYen, yen, type Yen } from '../money.ts'
import { endOfMonth, monthOf, type TokyoDate, type TokyoMonth } from '../tokyo.ts'
import type { BilledTraffic, BillFacts, BookedAmount, Discount } from './bill-facts.ts'
import { chargeOf, rateTotal, taxedTotal, wholeYen, type Charge, type RateTotal } from './charge.ts'
import type { BillLine } from './bill-line.ts'
import { feeLines, isServedIn, numberFeeLines } from './monthly-lines.ts'

export type Bill = {
  readonly month: TokyoMonth
  readonly lines: readonly BillLine[]
  /** One entry a rate that occurs, the highest first; each rounded once. */
  readonly rates: readonly RateTotal[]
  /** Outside the tax: export-exempt traffic abroad, instalments, late interest. */
  readonly outOfScopeYen: Yen
  readonly totalYen: Yen
}

/**
 * The bill of a contract and month: a pure function of facts and prices. None for a month without a day of service
 * and without any fact.
 * @throws MissingRate when the book has no row for something that is to be charged.
 */
export function billOf(facts: BillFacts, book: PriceBook): Bill | undefined {
  const known = facts.booked.length + facts.traffic.length > 0
  if (!known && !isServedIn(facts)) return undefined
  const fees = feeLines(facts, book)
  const lines = [
    ...fees,
    ...discountLines(facts, fees),
    ...facts.booked.map(bookedLine),
    ...facts.traffic.map(trafficLine),
    ...numberFeeLines(facts, book),
  ].toSorted((a, b) => chargeKinds.indexOf(a.kind) - chargeKinds.indexOf(b.kind))
  return { month: facts.month, lines, ...totalsOf(lines, book) }
}

/** Σ by rate, cut once each; what is outside the tax apart (billing.md 1–3). */
export function totalsOf(
  lines: readonly BillLine[],
  book: PriceBook,
): Pick<Bill, 'rates' | 'outOfScopeYen' | 'totalYen'> {
  const taxed = lines.filter(({ tax }) => tax !== 'outOfScope')
  const byRate = Map.groupBy(taxed, ({ taxOn }) => book.taxPercentOn(taxOn))
  const rates = [...byRate]
    .map(([percent, ofRate]) => rateTotal(taxedTotal(ofRate, percent), percent))
    .toSorted((a, b) => b.taxPercent - a.taxPercent)
  const outside = lines.filter(({ tax }) => tax === 'outOfScope')
  const outOfScopeYen = wholeYen(
    outside.reduce((sum, { amountTenthsYen }) => sum + amountTenthsYen, 0),
    10,
  )
  const totalYen = addYen(...rates.map((rate) => rate.totalYen), outOfScopeYen)
  return { rates, outOfScopeYen, totalYen }
}

/** What is owed apart from the bill of a month, summed the same way: what an order or a pack costs before it is wanted. */
export function billOfCharges(charges: readonly Charge[], on: TokyoDate, book: PriceBook): Bill {
  const lines = charges.map((charge) => ({ ...charge, taxOn: on }))
  return { month: monthOf(on), lines, ...totalsOf(lines, book) }
}

const bookedLine = ({ row, proration, ...amount }: BookedAmount): BillLine => ({
  ...amount,
  row,
  proration,
})

const trafficLine = ({ kind, row, units, ...of }: BilledTraffic): BillLine => ({
  ...chargeOf(kind, row, units),
  ...of,
})

/** Each comes off its own fee before tax; together they never take more than the fee (billing.md 4). */
function discountLines(
  { discounts, month }: Pick<BillFacts, 'discounts' | 'month'>,
  fees: readonly BillLine[],
): readonly BillLine[] {
  const left = new Map(fees.map((fee) => [fee, fee.amountTenthsYen]))
  return discounts.flatMap((discount) => {
    const off = fees.find((fee) => isOff(discount, fee))
    const rest = off && left.get(off)
    if (off === undefined || rest === undefined || rest <= 0) return []
    const amount = Math.min(discount.amountYen * 10, rest)
    left.set(off, tenthsYen(rest - amount))
    return [
      {
        kind: 'discount' as const,
        lineId: off.lineId,
        quantity: 1,
        row: undefined,
        proration: undefined,
        amountTenthsYen: tenthsYen(-amount),
        tax: off.tax,
        taxOn: endOfMonth(month),
        source: discount.source,
      },
    ]
  })
}

/** The base fee is one, whichever line it is of. */
function isOff({ off, lineId, option }: Discount, fee: BillLine): boolean {
  if (fee.kind !== off) return false
  if (off === 'base' && lineId === undefined) return true
  return fee.lineId === lineId && (option === undefined || fee.row?.key === `option.${option}`)
}

export const noBill = (month: TokyoMonth): Bill => ({
  month,
  lines: [],
  rates: [],
  outOfScopeYen: yen(0),
  totalYen: yen(0),
})
