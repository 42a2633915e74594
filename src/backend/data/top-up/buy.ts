import { recordAudit } from '#backend/audit.ts'
import { memberOf, type Caller } from '#backend/caller.ts'
import { findLines, lockContract } from '#backend/contract/contracts.ts'
import { factsFrom } from '#backend/contract/facts.ts'
import { requirePermission } from '#backend/contract/permissions.ts'
import { newReadableNo } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import type { Outbox } from '#backend/mail/outbox.ts'
import { Refusal } from '#backend/refusal.ts'
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
  deps: { pool: PoolService; outbox: Outbox; sealing: Sealing },
  caller: Caller,
  { packId, priceYen }: Input<typeof dataApi.highSpeedCouponPost>['body'],
): Promise<Answer<typeof dataApi.highSpeedCouponPost>> {
  const { db: tx, now, traceKey } = caller
  const { accountId, contractId } = memberOf(caller)
  const contract = await lockContract(tx, contractId)
  const lines = await findLines(tx, contractId)
  requirePermission(factsFrom(contract, lines, []), 'topUp', { now })
  const offer = offerNamed(packId, now)
  if (offer === undefined) throw new Refusal('TOP_UP_NOT_ON_SALE')
  if (offer.priceYen !== Number(priceYen)) throw new Refusal('CONDITIONS_CHANGED')

  const { pack, row } = offer
  const orderNo = newReadableNo('D')
  const given = topUpGrant(orderNo, pack.code, now)
  const expiresAt = usableUntil(given, contract.ends_on)
  await bookTopUp(tx, { contractId, orderNo, row, now })
  const lifted = await deps.pool.grant(tx, contractId, given, now)
  await recordAudit(tx, {
    chain: contractId,
    at: now,
    actor: 'member',
    accountId,
    action: 'top-up-bought',
    target: orderNo,
    details: { packId: pack.code, priceYen: offer.priceYen },
    traceKey,
  })
  await deps.outbox.post(
    tx,
    topUpMessage({
      accountId,
      orderNo,
      pack,
      priceYen: offer.priceYen,
      given: { ...given, expiresAt },
    }),
    now,
  )

  const pool = await readPool(tx, contractId, now)
  const bucket = pool.buckets.find((one) => one.bucketId === given.bucketId)
  if (bucket === undefined) throw new Error('the pack that was just bought is gone')
  const told = {
    receipt: topUpReceipt(offer, { orderNo, at: now, expiresAt: bucket.expiresAt }),
    bucket: toWireBucket(bucket),
    paidYen: offer.priceYen,
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
