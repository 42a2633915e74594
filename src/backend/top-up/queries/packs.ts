import { loadContract } from '#backend/contract/load.ts'
import { toWireWhy } from '#backend/contract/permissions.ts'
import { readPool } from '#backend/data/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { type PriceBook, taxIncluded } from '#domain/catalogue/price-book.ts'
import { usableUntil } from '#domain/data/bucket.ts'
import { yen } from '#domain/money.ts'
import { formatRfc3339, type Instant, toTokyoDate } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { topUpApi } from '#protocol/top-up.ts'
import { lastTopUpKey, spentExTaxYen } from '../rows/top-ups.ts'
import { offersOn } from './offers.ts'
import { loadPurchaseRule } from './purchase-rule.ts'

/** The packs on sale, each with its price and the end of its life, before anything is bought. */
export async function listTopUps(
  db: Db,
  { book }: { readonly book: PriceBook },
  contractId: string,
  now: Instant,
): Promise<Answer<typeof topUpApi.highSpeedCouponGet>> {
  const known = await loadContract(db, contractId)
  const { contract } = known
  const pool = await readPool(db, contractId, now)
  const spent = await spentExTaxYen(db, contractId, now)
  const { may, card, leftYen, mayChoose } = await loadPurchaseRule(db, { book }, known, now)
  const offers = offersOn(now, book)
  const lastKey = await lastTopUpKey(db, contractId)
  const last = offers.find(({ pack }) => pack.priceKey === lastKey)
  return {
    packs: offers.map((offer) => ({
      packId: offer.pack.code,
      name: offer.pack.name,
      bytes: offer.pack.grantedBytes,
      carries: offer.pack.carries,
      price: offer.charge,
      priceYen: offer.priceYen,
      expiresAt: formatRfc3339(usableUntil(offer, contract.ends_on)),
      why: toWireWhy('topUp', mayChoose(offer)),
    })),
    residualBytes: pool.totalBytes,
    spentThisMonthYen: taxIncluded(book, yen(spent), toTokyoDate(now)),
    ...(leftYen !== undefined && { limitLeftYen: leftYen }),
    ...(last && { lastPackId: last.pack.code }),
    ...(contract.ends_on && { serviceEndsOn: contract.ends_on }),
    // ours: a pack joins the bill of its month, which is charged to the card on file.
    payment: {
      method: 'card',
      label: card === undefined ? 'カードの登録なし' : `${card.brand} 末尾${card.last4}`,
      usable: may.ok && (card?.usable ?? false),
    },
  }
}
