import type { TokyoDate } from '../tokyo.ts'
import { rowOn } from './dated.ts'
import { priceRows, type Price, type PriceKey, type TaxRate } from './figure.ts'
import { taxRates } from './tax.ts'

/** The dated prices and tax rates as one value, so that other rates can be tried on real bills. */
export type PriceBook = {
  /** The row in force on the date; none when nothing is charged under this key then. */
  readonly rateOn: (key: PriceKey, date: TokyoDate) => Price | undefined
  readonly taxPercentOn: (date: TokyoDate) => number
}

/** A date without a row of the tax, or a charge without a row: a defect of the book, named before anything is billed. */
export class MissingRate extends Error {
  override readonly name = 'MissingRate'
  readonly key: string
  readonly date: TokyoDate

  constructor(key: string, date: TokyoDate) {
    super(`The price book has no row for ${key} on ${date}`)
    this.key = key
    this.date = date
  }
}

/** @throws MissingRate where nothing is charged under the key on the day. */
export function requireRate(book: PriceBook, key: PriceKey, on: TokyoDate): Price {
  const row = book.rateOn(key, on)
  if (row === undefined) throw new MissingRate(key, on)
  return row
}

export function createPriceBook(
  prices: readonly Price[],
  taxes: readonly Omit<TaxRate, 'key'>[] = taxRates,
): PriceBook {
  const rowsByKey = Map.groupBy(prices, (row) => row.key)
  return {
    rateOn: (key, date) => rowOn(rowsByKey.get(key) ?? [], date),
    taxPercentOn(date) {
      const row = rowOn(taxes, date)
      if (row === undefined) throw new MissingRate('tax.standard', date)
      return row.percent
    },
  }
}

/** The prices that are published: what members are billed by. */
export const publishedPrices: PriceBook = createPriceBook(priceRows)
