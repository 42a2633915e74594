import { findContract } from '#backend/contract/contracts.ts'
import { fromRow, readPool, toWireBucket } from '#backend/data/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { topUpPacks } from '#domain/catalogue/top-up.ts'
import { usableUntil } from '#domain/data/bucket.ts'
import { formatRfc3339, toTokyoDate, toTokyoMonth } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { topUpApi } from '#protocol/top-up.ts'
import { topUpCodes } from '#vocabulary/data.ts'
import { findReceipt, findTopUp } from '../rows/top-ups.ts'
import { type Offer, offerOf } from './offers.ts'

/** What 完了 of a purchase shows, then and later (wire Receipt). */
export function topUpReceipt(
  { charge }: Offer,
  bought: { orderNo: string; at: Temporal.Instant; expiresAt: Temporal.Instant },
) {
  const { orderNo, at, expiresAt } = bought
  return {
    orderNo,
    operation: 'topUp' as const,
    title: charge.label,
    acceptedAt: formatRfc3339(at),
    state: 'applied',
    effectiveOn: toTokyoDate(at),
    nextSteps: [
      { text: 'すぐにお使いいただけます。' },
      { text: '使い切れなかった分の有効期限', on: formatRfc3339(expiresAt) },
    ],
  }
}

/**
 * A purchase as it was made, and its pack as it is now, spent or not.
 * @throws RefusalError NOT_FOUND also for another member's
 */
export async function readTopUpReceipt(
  db: Db,
  { book }: { readonly book: PriceBook },
  { contractId, orderNo, now }: { contractId: string; orderNo: string; now: Temporal.Instant },
): Promise<Answer<typeof topUpApi.topUpReceiptGet>> {
  const found = await findTopUp(db, contractId, orderNo)
  const code = topUpCodes.find((one) => topUpPacks[one].priceKey === found?.charge.figure_key)
  if (found === undefined || code === undefined) throw new RefusalError('NOT_FOUND')
  const at = found.charge.booked_at
  const offer = offerOf(code, at, book)
  if (offer === undefined) throw new Error(`${orderNo} was bought without a price`)
  const { buckets } = await readPool(db, contractId, now)
  const { ends_on } = await findContract(db, contractId)
  const given = fromRow(found.bucket)
  const known = { ...given, expiresAt: usableUntil(given, ends_on) }
  const bucket = buckets.find(({ bucketId }) => bucketId === known.bucketId) ?? known
  const isOver = Temporal.Instant.compare(bucket.expiresAt, now) <= 0
  const receipt = topUpReceipt(offer, { orderNo, at, expiresAt: bucket.expiresAt })
  const stored = await findReceipt(db, contractId, orderNo)
  return {
    ...(stored ?? { receipt, paidYen: offer.priceYen, billMonth: toTokyoMonth(at) }),
    bucket: toWireBucket(bucket),
    state: isOver ? 'expired' : bucket.remainingBytes > 0 ? 'usable' : 'spent',
  }
}
