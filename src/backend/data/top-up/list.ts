import { loadContract } from '#backend/contract/load.ts'
import { paymentCard } from '#backend/contract/payment-card.ts'
import { toWireWhy } from '#backend/contract/permissions.ts'
import type { Db } from '#backend/db/connect.ts'
import { taxIncluded, type PriceBook } from '#domain/catalogue/price-book.ts'
import { usableUntil } from '#domain/data/bucket.ts'
import { mayBegin } from '#domain/exclusion/allowed-operations.ts'
import { yen } from '#domain/money.ts'
import { formatRfc3339, toTokyoDate } from '#domain/tokyo.ts'
import type { dataApi } from '#protocol/data.ts'
import type { Answer } from '#protocol/endpoint.ts'
import { readPool } from '../ledger/pool-service.ts'
import { offersOn } from './offers.ts'
import { lastTopUpKey, spentExTaxYen } from './store.ts'

/** The packs on sale, each with its price and the end of its life, before anything is bought. */
export async function listTopUps(
  db: Db,
  contractId: string,
  book: PriceBook,
  now: Temporal.Instant,
): Promise<Answer<typeof dataApi.highSpeedCouponGet>> {
  const { contract, facts } = await loadContract(db, contractId)
  const pool = await readPool(db, contractId, now)
  const spent = await spentExTaxYen(db, contractId, now)
  const may = mayBegin('topUp', facts, now)
  const card = await paymentCard(db, contractId, now)
  const why = toWireWhy('topUp', may)
  const offers = offersOn(now, book)
  const lastKey = await lastTopUpKey(db, contractId)
  const last = offers.find(({ pack }) => pack.priceKey === lastKey)
  return {
    packs: offers.map(({ pack, charge, priceYen, expiresAt }) => ({
      packId: pack.code,
      name: pack.name,
      bytes: pack.grantedBytes,
      carries: pack.carries,
      price: charge,
      priceYen,
      expiresAt: formatRfc3339(usableUntil({ expiresAt }, contract.ends_on)),
      why,
    })),
    residualBytes: pool.totalBytes,
    spentThisMonthYen: taxIncluded(book, yen(spent), toTokyoDate(now)),
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
