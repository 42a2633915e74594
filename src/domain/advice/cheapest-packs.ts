import { topUpCodes, type TopUpCode } from '#vocabulary/data.ts'
import type { Bytes } from '../bytes.ts'
import type { Price } from '../catalogue/figure.ts'
import { MissingRate, type PriceBook } from '../catalogue/price-book.ts'
import { topUpPacks } from '../catalogue/top-up.ts'
import type { TokyoDate } from '../tokyo.ts'

/** Packs of one kind, bought for what a month lacked. */
export type Bought = { readonly code: TopUpCode; readonly row: Price; readonly count: number }

/**
 * The packs that cover a volume for the least money, at the prices of the day (billing.md 21). What is left of them is
 * not carried on: the comparison never counts on it.
 * @throws MissingRate when no pack is on sale.
 */
export function cheapestPacks(
  missingBytes: Bytes,
  on: TokyoDate,
  book: PriceBook,
): readonly Bought[] {
  if (missingBytes <= 0) return []
  const offers = topUpCodes.flatMap((code) => {
    const row = book.rateOn(topUpPacks[code].priceKey, on)
    return row === undefined ? [] : [{ code, row, bytes: topUpPacks[code].grantedBytes }]
  })
  if (offers.length === 0) throw new MissingRate(topUpPacks['100mb'].priceKey, on)
  const step = Math.min(...offers.map(({ bytes }) => bytes))
  const steps = Math.ceil(missingBytes / step)
  // The least for every volume up to the one wanted: a larger one is a smaller one and a pack.
  const least: { tenthsYen: number; codes: readonly TopUpCode[] }[] = [{ tenthsYen: 0, codes: [] }]
  for (let n = 1; n <= steps; n += 1) {
    const [best] = offers
      .flatMap(({ code, row, bytes }) => {
        const rest = least[Math.max(0, n - Math.floor(bytes / step))]
        return rest === undefined
          ? []
          : [{ tenthsYen: rest.tenthsYen + row.tenthsYen, codes: [...rest.codes, code] }]
      })
      .toSorted((a, b) => a.tenthsYen - b.tenthsYen || a.codes.length - b.codes.length)
    if (best !== undefined) least.push(best)
  }
  const codes = least[steps]?.codes ?? []
  return offers.flatMap(({ code, row }) => {
    const count = codes.filter((one) => one === code).length
    return count === 0 ? [] : [{ code, row, count }]
  })
}
