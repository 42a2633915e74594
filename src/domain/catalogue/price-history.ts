import { addDays, type TokyoDate } from '../tokyo.ts'
import type { TenthsYen } from '../money.ts'
import { inForce, type Dated } from './dated.ts'
import { earliestPrice } from './price.ts'
import type { Price, PriceKey } from './figure.ts'
import { priceTaxIncluded, type PriceBook } from './price-book.ts'

/** A price in the days in which neither it nor the tax on it changes. */
export type PricePeriod = Dated & {
  /** Never given to another period: the key and the first day. */
  readonly id: string
  readonly price: Price
  readonly taxPercent: number
  readonly taxIncludedTenthsYen: TenthsYen
  readonly announcedOn: TokyoDate
}

/** What is charged under a key from a day on is another than before; none before it began, and none after it ended. */
export type PriceChange = {
  readonly id: string
  readonly key: PriceKey
  readonly on: TokyoDate
  readonly announcedOn: TokyoDate
  readonly before: PricePeriod | undefined
  readonly after: PricePeriod | undefined
}

/** Every period of every key, past and coming ones too, in the order of the price list. */
export function pricePeriods(book: PriceBook): PricePeriod[] {
  return book.prices.flatMap((price) => {
    const first = price.validFrom < earliestPrice ? earliestPrice : price.validFrom
    const taxDays = book.taxes.map(({ validFrom }) => validFrom)
    const starts = taxDays.filter((day) => day > first && inForce(price, day))
    return [first, ...starts].map((validFrom, at): PricePeriod => {
      const next = starts[at]
      return {
        id: `${price.key}@${validFrom}`,
        price,
        taxPercent: book.taxPercentOn(validFrom),
        taxIncludedTenthsYen: priceTaxIncluded(book, price, validFrom),
        // A new tax is announced by law; we announce nothing of our own before its day.
        announcedOn: at === 0 ? price.announcedOn : validFrom,
        validFrom,
        validTo: next === undefined ? price.validTo : addDays(next, -1),
      }
    })
  })
}

/** Each day on which what is charged changes, what was announced last first. */
export function priceChanges(book: PriceBook): PriceChange[] {
  const byKey = Map.groupBy(pricePeriods(book), ({ price }) => price.key)
  const changes = [...byKey].flatMap(([key, periods]) => changesOf(key, periods))
  return changes.toSorted(
    (a, b) => b.announcedOn.localeCompare(a.announcedOn) || b.on.localeCompare(a.on),
  )
}

function changesOf(key: PriceKey, periods: readonly PricePeriod[]): PriceChange[] {
  return periods.flatMap((period, at) => {
    const dayAfter = period.validTo && addDays(period.validTo, 1)
    const previous = periods[at - 1]
    const before = previous?.validTo === addDays(period.validFrom, -1) ? previous : undefined
    const { id, announcedOn, validFrom } = period
    const begins =
      validFrom === earliestPrice
        ? []
        : [{ id, key, on: validFrom, announcedOn, before, after: period }]
    const goesOn = dayAfter === undefined || periods[at + 1]?.validFrom === dayAfter
    const ends = goesOn
      ? []
      : [
          {
            id: `${key}@${dayAfter}`,
            key,
            on: dayAfter,
            announcedOn,
            before: period,
            after: undefined,
          },
        ]
    return [...begins, ...ends]
  })
}
