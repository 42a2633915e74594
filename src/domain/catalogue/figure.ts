import { floorDivide, tenthsYen, type TenthsYen } from '../money.ts'
import type { TokyoDate } from '../tokyo.ts'
import { abroadPrices } from './abroad.ts'
import { callPrices, smsAbroadPrice, smsPrices } from './call-prices.ts'
import { nearestRow, rowOn, type Dated } from './dated.ts'
import { optionPrices, planPrices, sharePrices } from './monthly-prices.ts'
import { oneOffPrices, topUpPrices } from './one-off-prices.ts'
import type { PriceRow } from './price.ts'
import { publicFees } from './public-fees.ts'
import { taxPercentOn } from './tax.ts'

/** The whole price list, one dated row a line. */
export const priceRows = [
  ...planPrices,
  ...sharePrices,
  ...topUpPrices,
  ...oneOffPrices,
  ...callPrices,
  ...abroadPrices,
  ...smsPrices,
  smsAbroadPrice,
  ...optionPrices,
  ...publicFees,
]

export type PriceKey = (typeof priceRows)[number]['key']
export type FigureKey = PriceKey | 'tax.standard'
export type Price = PriceRow<PriceKey>
export type TaxRate = Dated & { readonly key: 'tax.standard'; readonly percent: number }
export type Figure = Price | TaxRate

const rowsByKey: ReadonlyMap<string, readonly Price[]> = Map.groupBy(
  priceRows.map((row): Price => row),
  (row) => row.key,
)

export function isPriceKey(text: string): text is PriceKey {
  return rowsByKey.has(text)
}

export const priceKeys: readonly PriceKey[] = [...rowsByKey.keys()].filter(isPriceKey)

/** The row in force on the date; none when nothing is charged under this key then. Bills ask this. */
export function rateOn(key: PriceKey, date: TokyoDate): Price | undefined {
  return rowOn(rowsByKey.get(key) ?? [], date)
}

/** The row in force, else the nearest one: for screens and pages, which print its dates. */
export function price(key: PriceKey, date: TokyoDate): Price {
  const row = nearestRow(rowsByKey.get(key) ?? [], date)
  if (row === undefined) throw new RangeError(`A price without a row: ${key}`)
  return row
}

/** What the member pays for one unit, with tax: a price without tax is taxed and floored to the yen. */
export function priceTaxIncluded(row: Price, on: TokyoDate): TenthsYen {
  if (row.tax !== 'excluded') return row.tenthsYen
  return tenthsYen(floorDivide(row.tenthsYen * (100 + taxPercentOn(on)), 1000) * 10)
}

export function priceTaxExcluded(row: Price, on: TokyoDate): TenthsYen {
  if (row.tax !== 'included') return row.tenthsYen
  return tenthsYen(floorDivide(row.tenthsYen * 100, 100 + taxPercentOn(on)))
}

/** Several units of a row, in the row's own tax basis. */
export function timesPrice(row: Price, quantity: number): TenthsYen {
  return tenthsYen(row.tenthsYen * quantity)
}
