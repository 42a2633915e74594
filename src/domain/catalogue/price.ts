import type { PriceUnit, TaxBasis } from '#vocabulary/price.ts'
import { tenthsYen, type TenthsYen } from '../money.ts'
import { tokyoDate } from '../tokyo.ts'
import type { Dated } from './dated.ts'

export type PriceRow<Key extends string = string> = Dated & {
  readonly key: Key
  readonly tenthsYen: TenthsYen
  readonly tax: TaxBasis
  readonly unit: PriceUnit
}

/** ours: the first day of the price list. */
export const earliestPrice = tokyoDate('2019-10-01')

/** A row of our own price list: whole yen, tax excluded. */
export function exTax<const Key extends string>(
  key: Key,
  amountYen: number,
  unit: PriceUnit,
): PriceRow<Key> {
  return {
    key,
    tenthsYen: tenthsYen(amountYen * 10),
    tax: 'excluded',
    unit,
    validFrom: earliestPrice,
  }
}

/** A rate published with tax, in tenths of a yen. */
export function withTax<const Key extends string>(
  key: Key,
  tenths: number,
  unit: PriceUnit,
  valid: { readonly from: string; readonly to?: string } = { from: earliestPrice },
): PriceRow<Key> {
  return {
    key,
    tenthsYen: tenthsYen(tenths),
    tax: 'included',
    unit,
    validFrom: tokyoDate(valid.from),
    validTo: valid.to === undefined ? undefined : tokyoDate(valid.to),
  }
}
