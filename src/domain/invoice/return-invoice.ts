import type { BillLine } from '../billing/bill-line.ts'
import type { RateTotal } from '../billing/charge.ts'
import type { PriceBook } from '../catalogue/price-book.ts'
import { addYen, yen, type Yen } from '../money.ts'
import { ok, refused, type Outcome } from '../outcome.ts'
import type { TokyoMonth } from '../tokyo.ts'

/** A qualified return invoice (適格返還請求書): what was given back, by rate, each total cut once by itself. */
export type ReturnInvoice = {
  readonly lines: readonly BillLine[]
  /** All below zero. */
  readonly rates: readonly RateTotal[]
  readonly totalYen: Yen
  /** When what is given back was supplied, the oldest month first. */
  readonly suppliedMonths: readonly TokyoMonth[]
}

export type ReturnFacts = {
  /** Of the bill, or of the refund to the card, on which something was given back. */
  readonly month: TokyoMonth
  readonly lines: readonly BillLine[]
  readonly rates: readonly RateTotal[]
}

/** From this sum on, tax included, a return invoice is issued without being asked for (消費税法施行令 第70条の9第3項). */
export const ISSUED_OF_ITSELF_FROM = yen(10_000)

/**
 * What of a bill or a refund a return invoice is for: its rates whose total is below zero. A reduction that leaves its
 * rate's total at or above zero is netted on the bill (billing.md 20).
 */
export function returnInvoiceOf(
  { month, lines, rates }: ReturnFacts,
  book: PriceBook,
): Outcome<ReturnInvoice, 'RETURN_INVOICE_NOT_ISSUABLE'> {
  const given = rates.filter(({ totalYen }) => totalYen < 0)
  if (given.length === 0) return refused('RETURN_INVOICE_NOT_ISSUABLE')
  const isGiven = ({ tax, taxOn }: BillLine) =>
    tax !== 'outOfScope' && given.some(({ taxPercent }) => taxPercent === book.taxPercentOn(taxOn))
  const itsLines = lines.filter(isGiven)
  const reductions = itsLines.filter(({ amountTenthsYen }) => amountTenthsYen < 0)
  return ok({
    lines: itsLines,
    rates: given,
    totalYen: addYen(...given.map(({ totalYen }) => totalYen)),
    suppliedMonths: [
      ...new Set(reductions.map(({ originMonth = month }) => originMonth)),
    ].toSorted(),
  })
}

/**
 * Whether it is issued without being asked for.
 * @internal The task asks the same of the database in SQL; tests compare.
 */
export const isIssuedOfItself = ({ totalYen }: Pick<ReturnInvoice, 'totalYen'>): boolean =>
  -totalYen >= ISSUED_OF_ITSELF_FROM
