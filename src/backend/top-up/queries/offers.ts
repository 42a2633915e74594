import { totalsOf } from '#backend/contract/totals.ts'
import { RefusalError } from '#backend/refusal.ts'
import { chargeOf } from '#domain/billing/charge.ts'
import { MissingRate, type PriceBook } from '#domain/catalogue/price-book.ts'
import { isTopUpCode, topUpExpiresAt, topUpPacks } from '#domain/catalogue/top-up.ts'
import { toTokyoDate } from '#domain/tokyo.ts'
import { type TopUpCode, topUpCodes } from '#vocabulary/data.ts'

/** A pack at the conditions of the moment: what is shown before it is bought. */
export function offerOf(code: TopUpCode, now: Temporal.Instant, book: PriceBook) {
  const pack = topUpPacks[code]
  const today = toTokyoDate(now)
  const row = book.rateOn(pack.priceKey, today)
  if (row === undefined) return undefined
  const { charges, totalYen } = totalsOf([chargeOf('topUp', row)], today, book)
  const [charge] = charges
  if (charge === undefined) return undefined
  return { pack, row, charge, priceYen: totalYen, expiresAt: topUpExpiresAt(code, now) }
}

export type Offer = NonNullable<ReturnType<typeof offerOf>>

/** Only what is on sale today. */
export function offersOn(now: Temporal.Instant, book: PriceBook) {
  return topUpCodes.flatMap((code) => offerOf(code, now, book) ?? [])
}

/** @throws RefusalError TOP_UP_NOT_ON_SALE, whose cause names the row that the price book lacks. */
export function requireOffer(packId: string, now: Temporal.Instant, book: PriceBook): Offer {
  const offer = isTopUpCode(packId) ? offerOf(packId, now, book) : undefined
  if (offer !== undefined) return offer
  const cause = isTopUpCode(packId)
    ? new MissingRate(topUpPacks[packId].priceKey, toTokyoDate(now))
    : undefined
  throw new RefusalError('TOP_UP_NOT_ON_SALE', { cause })
}
