import type { ChargeKind, TaxBasis } from '#vocabulary/price.ts'
import type { Price, PriceKey } from '../catalogue/figure.ts'
import { requireRate, type PriceBook } from '../catalogue/price-book.ts'
import { floorDivide, noYen, tenthsYen, yen, type TenthsYen, type Yen } from '../money.ts'
import type { TokyoDate } from '../tokyo.ts'

/** Days charged of the days of the month, when a monthly fee is prorated. */
export type ProratedDays = { readonly days: number; readonly ofDays: number }

/** One line of a bill with what it was computed from, so that every yen can be explained. */
export type Charge = {
  readonly kind: ChargeKind
  readonly quantity: number
  /** The row of the price list, with its dates; none for amounts that are no list price. */
  readonly row: Price | undefined
  readonly proration: ProratedDays | undefined
  /** In the charge's own tax basis. */
  readonly amountTenthsYen: TenthsYen
  readonly tax: TaxBasis
}

/** Totals of one tax rate: the amount with tax, the tax in it, and the rest. */
export type RateTotal = {
  readonly taxPercent: number
  readonly totalYen: Yen
  readonly taxYen: Yen
  readonly exTaxYen: Yen
}

/** A list price taken `quantity` times, prorated to the nearest yen when days are given. */
export function chargeOf(
  kind: ChargeKind,
  row: Price,
  quantity = 1,
  proration?: ProratedDays,
): Charge {
  const whole = row.tenthsYen * quantity
  const part =
    proration === undefined
      ? whole
      : floorDivide(2 * whole * proration.days + 10 * proration.ofDays, 20 * proration.ofDays) * 10
  const amountTenthsYen = tenthsYen(part)
  return { kind, quantity, row, proration, amountTenthsYen, tax: row.tax }
}

/** What is charged once, at the price of the day. */
export function oneOffCharge(key: PriceKey, on: TokyoDate, book: PriceBook, quantity = 1): Charge {
  return chargeOf('oneOff', requireRate(book, key, on), quantity)
}

/**
 * What the taxed charges of one rate come to with tax, cut once. Amounts with and without tax are first brought to one
 * basis (with tax): one rounding per rate and invoice, as the qualified-invoice rules demand (国税庁 インボイス制度Q&A,
 * 端数処理). For amounts without tax alone this gives exactly floor(sum × rate).
 */
export function taxedTotal(charges: readonly Charge[], taxPercent: number): Yen {
  const thousandths =
    sumOf(charges, 'excluded') * (100 + taxPercent) + sumOf(charges, 'included') * 100
  return wholeYen(thousandths, 1000)
}

function sumOf(charges: readonly Charge[], tax: TaxBasis): number {
  return charges
    .filter((one) => one.tax === tax)
    .reduce((total, one) => total + one.amountTenthsYen, 0)
}

/** Splits an amount with tax; a refund is split as its opposite, so that the two cancel out. */
export function rateTotal(totalYen: Yen, taxPercent: number): RateTotal {
  const taxYen = wholeYen(totalYen * taxPercent, 100 + taxPercent)
  return { taxPercent, totalYen, taxYen, exTaxYen: yen(totalYen - taxYen) }
}

/** Drops the fraction, towards zero. */
export function wholeYen(dividend: number, divisor: number): Yen {
  const whole = floorDivide(Math.abs(dividend), divisor)
  return whole === 0 ? noYen : yen(dividend > 0 ? whole : -whole)
}
