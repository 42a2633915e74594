import { floorDivide, tenthsYen, yen, type TenthsYen, type Yen } from '../money.ts'
import type { TokyoDate } from '../tokyo.ts'
import { rowOn } from './dated.ts'
import { priceRows, type Price, type PriceKey, type TaxRate } from './figure.ts'
import { taxRates } from './tax.ts'

type TaxRow = Omit<TaxRate, 'key'>

/** The dated prices and tax rates as one value, so that other rates can be tried on real bills. */
export type PriceBook = {
  /** Every row, past and coming ones too. */
  readonly prices: readonly Price[]
  readonly taxes: readonly TaxRow[]
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

/**
 * For what is not charged at all times: none before the first row of the key and after the end of its last one.
 * @throws MissingRate where the book has no row of the key at all.
 */
export function rateWhileCharged(book: PriceBook, key: PriceKey, on: TokyoDate): Price | undefined {
  if (!book.prices.some((row) => row.key === key)) throw new MissingRate(key, on)
  return book.rateOn(key, on)
}

/** What the member pays for one unit, with tax: a price without tax is taxed and floored to the yen. */
export function priceTaxIncluded(book: PriceBook, row: Price, on: TokyoDate): TenthsYen {
  if (row.tax !== 'excluded') return row.tenthsYen
  return tenthsYen(floorDivide(row.tenthsYen * (100 + book.taxPercentOn(on)), 1000) * 10)
}

export function priceTaxExcluded(book: PriceBook, row: Price, on: TokyoDate): TenthsYen {
  if (row.tax !== 'included') return row.tenthsYen
  return tenthsYen(floorDivide(row.tenthsYen * 100, 100 + book.taxPercentOn(on)))
}

/** A sum without tax as it is displayed: ¥1,080 → ¥1,188, what is below one yen dropped. */
export function taxIncluded(book: PriceBook, exTaxYen: Yen, on: TokyoDate): Yen {
  return yen(floorDivide(exTaxYen * (100 + book.taxPercentOn(on)), 100))
}

export function createPriceBook(
  prices: readonly Price[],
  taxes: readonly TaxRow[] = taxRates,
): PriceBook {
  const rowsByKey = Map.groupBy(prices, (row) => row.key)
  return {
    prices,
    taxes,
    rateOn: (key, date) => rowOn(rowsByKey.get(key) ?? [], date),
    taxPercentOn(date) {
      const row = rowOn(taxes, date)
      if (row === undefined) throw new MissingRate('tax.standard', date)
      return row.percent
    },
  }
}

/**
 * The prices that are published: what members are billed by. Handed in by the composition root (server/services.ts);
 * nothing else reads it.
 */
export const publishedPrices: PriceBook = createPriceBook(priceRows)
