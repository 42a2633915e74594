import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { newReadableNo } from '#backend/db/ids.ts'
import type { LoadedContract } from '#backend/contract/load.ts'
import type { MemberMessage } from '#backend/mail/member-message.ts'
import type { Commit } from '#backend/procedure/commit.ts'
import { usableUntil } from '#domain/data/bucket.ts'
import { topUpGrant, type Grant, type TopUpBuyer } from '#domain/data/grant.ts'
import { toTokyoMonth } from '#domain/tokyo.ts'
import { readPool, type PoolService } from '../ledger/pool-service.ts'
import { toWireBucket } from '../reading/buckets.ts'
import { readResidual } from '../reading/residual.ts'
import type { Offer } from './offers.ts'
import { topUpReceipt } from './receipt.ts'
import { bookTopUp } from './store.ts'
import { storeReceipt } from './stored-receipt.ts'

export type PurchaseDeps = { readonly pool: PoolService; readonly commit: Commit }

export type Bought = { readonly orderNo: string; readonly given: Grant }

/**
 * A pack is bought: charge, bucket, the lift of the low speed, audit, mail and receipt exist together or not at all.
 * The contract is locked and the purchase allowed.
 */
export async function purchase(
  deps: PurchaseDeps,
  tx: Db,
  by: By,
  wanted: {
    readonly contract: LoadedContract['contract']
    readonly offer: Offer
    readonly buyer: TopUpBuyer
    readonly message: (accountId: string, bought: Bought) => MemberMessage
  },
) {
  const { contractId, now } = by
  const { contract, offer, buyer, message } = wanted
  const { pack, row, priceYen } = offer
  const orderNo = newReadableNo('D')
  const given = topUpGrant(orderNo, pack.code, now, buyer)
  const expiresAt = usableUntil(given, contract.ends_on)
  await bookTopUp(tx, { contractId, source: given.bucketId, row, now })
  const lifted = await deps.pool.grant(tx, contractId, given, now)
  await deps.commit.change(tx, by, {
    action: buyer === 'member' ? 'top-up-bought' : 'top-up-bought-automatically',
    target: orderNo,
    details: { packId: pack.code, priceYen },
    message: (accountId) => message(accountId, { orderNo, given: { ...given, expiresAt } }),
  })

  const { buckets, totalBytes, usedThisMonthBytes } = await readResidual(tx, contractId, now)
  const pool = await readPool(tx, contractId, now)
  const bucket = pool.buckets.find((one) => one.bucketId === given.bucketId)
  if (bucket === undefined) throw new Error('the pack that was just bought is gone')
  const told = {
    receipt: topUpReceipt(offer, { orderNo, at: now, expiresAt: bucket.expiresAt }),
    bucket: toWireBucket(bucket),
    paidYen: priceYen,
  }
  const residual = { buckets, totalBytes, usedThisMonthBytes }
  await storeReceipt(tx, contractId, { ...told, billMonth: toTokyoMonth(now), residual }, now)
  return { told, lifted, totalBytes: pool.totalBytes }
}
