import type { PriceUnit, TaxBasis } from '#vocabulary/price.ts'
import { tenthsYen, type TenthsYen } from '../money.ts'
import { tokyoDate, type TokyoDate } from '../tokyo.ts'
import type { Dated } from './dated.ts'

export type PriceRow<Key extends string = string> = Dated & {
  readonly key: Key
  readonly tenthsYen: TenthsYen
  readonly tax: TaxBasis
  readonly unit: PriceUnit
  /** Who sets it: 'ours', or the public body or law it comes from. */
  readonly source: string
  /** The day of the notice that told of it. */
  readonly announcedOn: TokyoDate
}

/** ours: the first day of the price list. */
export const earliestPrice = tokyoDate('2019-10-01')

/** What our own price list has said since its first day. */
export const ours = { source: 'ours', validFrom: earliestPrice, announcedOn: earliestPrice }

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
    ...ours,
  }
}

type Published = { from?: string; to?: string; announced?: string; source?: string }

/** A rate published with tax, in tenths of a yen; where it says no more, our own since the first day. */
export function withTax<const Key extends string>(
  key: Key,
  tenths: number,
  unit: PriceUnit,
  { from = earliestPrice, to, announced = from, source = 'ours' }: Published = {},
): PriceRow<Key> {
  return {
    key,
    tenthsYen: tenthsYen(tenths),
    tax: 'included',
    unit,
    source,
    announcedOn: tokyoDate(announced),
    validFrom: tokyoDate(from),
    validTo: to === undefined ? undefined : tokyoDate(to),
  }
}
