import type { ChargeKind } from '#vocabulary/price.ts'
import type { PriceBook } from '../catalogue/price-book.ts'
import { floorDivide, subtractYen, yen, type Yen } from '../money.ts'
import type { Bill } from './bill.ts'
import type { BillLine } from './bill-line.ts'

/** What one cause adds to a bill or takes from it, against the month before. */
export type DifferencePart = { readonly kind: ChargeKind; readonly yen: Yen }

export type Difference = { readonly yen: Yen; readonly parts: readonly DifferencePart[] }

type Priced = Pick<Bill, 'lines' | 'totalYen'>

/**
 * Why a bill differs from the one before, by kind of charge, with tax. Parts are whole yen and sum exactly to the
 * difference: what rounding leaves over goes to the parts that lost most of it. Kinds that did not change are left out.
 */
export function differenceOf(before: Priced, after: Priced, book: PriceBook): Difference {
  const exact = exactByKind(after.lines, book)
  for (const [kind, amount] of exactByKind(before.lines, book))
    exact.set(kind, (exact.get(kind) ?? 0) - amount)
  const changed = [...exact].filter(([, thousandths]) => thousandths !== 0)
  const floors = changed.map(([kind, thousandths]) => ({
    kind,
    yen: floorDivide(thousandths, 1000),
    rest: thousandths - floorDivide(thousandths, 1000) * 1000,
  }))
  const total = subtractYen(after.totalYen, before.totalYen)
  const missing = total - floors.reduce((sum, part) => sum + part.yen, 0)
  const byRest = floors.toSorted((a, b) => b.rest - a.rest)
  const rounded = byRest.map((part, n) => ({
    kind: part.kind,
    yen: yen(part.yen + extraOf(missing, n, byRest.length)),
  }))
  const parts = rounded
    .filter((part) => part.yen !== 0)
    .toSorted((a, b) => Math.abs(b.yen) - Math.abs(a.yen))
  return { yen: total, parts }
}

/** The share of `missing` whole yen that falls to the n-th of so many parts. */
function extraOf(missing: number, n: number, parts: number): number {
  const each = floorDivide(missing, parts)
  return each + (n < missing - each * parts ? 1 : 0)
}

/** Amounts with tax in thousandths of a yen, exact. */
function exactByKind(lines: readonly BillLine[], book: PriceBook): Map<ChargeKind, number> {
  const sums = new Map<ChargeKind, number>()
  for (const { kind, amountTenthsYen, tax, taxOn } of lines) {
    const percent = tax === 'excluded' ? book.taxPercentOn(taxOn) : 0
    sums.set(kind, (sums.get(kind) ?? 0) + amountTenthsYen * (100 + percent))
  }
  return sums
}
