import { tenthsYen, type TenthsYen } from '../money.ts'
import { abroadPrices } from './abroad.ts'
import { callPrices, smsAbroadPrice, smsPrices } from './call-prices.ts'
import type { Dated } from './dated.ts'
import { optionPrices, planPrices, publicFees, sharePrices } from './monthly-prices.ts'
import { oneOffPrices, topUpPrices } from './one-off-prices.ts'
import type { PriceRow } from './price.ts'

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

const keys: ReadonlySet<string> = new Set(priceRows.map(({ key }) => key))

export function isPriceKey(text: string): text is PriceKey {
  return keys.has(text)
}

export const priceKeys: readonly PriceKey[] = [...keys].filter(isPriceKey)

/** Several units of a row, in the row's own tax basis. */
export function timesPrice(row: Price, quantity: number): TenthsYen {
  return tenthsYen(row.tenthsYen * quantity)
}
