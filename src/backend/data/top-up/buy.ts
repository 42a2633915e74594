import type { Caller } from '#backend/caller.ts'
import { loadContract } from '#backend/contract/load.ts'
import { whoOf } from '#backend/contract/who.ts'
import { newReadableNo } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import type { Commit } from '#backend/procedure/commit.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { mayBegin } from '#domain/exclusion/allowed-operations.ts'
import { usableUntil } from '#domain/data/bucket.ts'
import { topUpGrant } from '#domain/data/grant.ts'
import { toTokyoMonth } from '#domain/tokyo.ts'
import type { dataApi } from '#protocol/data.ts'
import type { Answer, Input } from '#protocol/endpoint.ts'
import { readPool, type PoolService } from '../ledger/pool-service.ts'
import { toWireBucket } from '../reading/buckets.ts'
import { readResidual } from '../reading/residual.ts'
import { topUpMessage } from './messages.ts'
import { offerNamed } from './offers.ts'
import { topUpReceipt } from './receipt.ts'
import { bookTopUp } from './store.ts'
import { storeReceipt } from './stored-receipt.ts'

/**
 * Buys a pack: charge, bucket, the lift of the low speed, audit and mail exist together or not at all. The price that
 * was confirmed must still be the price.
 */
export async function buyTopUp(
  deps: { pool: PoolService; commit: Commit; sealing: Sealing; book: PriceBook },
  caller: Caller,
  { packId, priceYen }: Input<typeof dataApi.highSpeedCouponPost>['body'],
): Promise<Answer<typeof dataApi.highSpeedCouponPost>> {
  const { db: tx } = caller
  const who = whoOf(caller)
  const { contractId, now } = who
  const { contract, lines, facts } = await loadContract(tx, contractId, { lock: true })
  requireOk(mayBegin('topUp', facts, now))
  const offer = offerNamed(packId, now, deps.book)
  if (offer === undefined) throw new RefusalError('TOP_UP_NOT_ON_SALE')
  if (offer.priceYen !== Number(priceYen)) throw new RefusalError('CONDITIONS_CHANGED')

  const { pack, row } = offer
  const orderNo = newReadableNo('D')
  const given = topUpGrant(orderNo, pack.code, now)
  const expiresAt = usableUntil(given, contract.ends_on)
  await bookTopUp(tx, { contractId, orderNo, row, now })
  const lifted = await deps.pool.grant(tx, contractId, given, now)
  const { priceYen: paidYen } = offer
  await deps.commit.change(tx, who, {
    action: 'top-up-bought',
    target: orderNo,
    details: { packId: pack.code, priceYen: paidYen },
    message: (accountId) =>
      topUpMessage({
        accountId,
        orderNo,
        pack,
        priceYen: paidYen,
        given: { ...given, expiresAt },
      }),
  })

  const pool = await readPool(tx, contractId, now)
  const bucket = pool.buckets.find((one) => one.bucketId === given.bucketId)
  if (bucket === undefined) throw new Error('the pack that was just bought is gone')
  const told = {
    receipt: topUpReceipt(offer, { orderNo, at: now, expiresAt: bucket.expiresAt }),
    bucket: toWireBucket(bucket),
    paidYen,
  }
  const { buckets, totalBytes, usedThisMonthBytes } = await readResidual(tx, contractId, now)
  const residual = { buckets, totalBytes, usedThisMonthBytes }
  await storeReceipt(tx, contractId, { ...told, billMonth: toTokyoMonth(now), residual }, now)
  return {
    ...told,
    totalBytes: pool.totalBytes,
    lifted: lines
      .filter((line) => line.high_speed_on && lifted.includes(line.line_id))
      .map((line) => toLineName(line, deps.sealing)),
  }
}
