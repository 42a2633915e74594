import type { LoadedContract } from '#backend/contract/load.ts'
import type { By } from '#backend/contract/who.ts'
import { giveData, readPool, readResidual, toWireBucket } from '#backend/data/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { newReadableNo } from '#backend/db/ids.ts'
import type { MemberMessage } from '#backend/mail/member-message.ts'
import type { AreaDeps } from '#backend/area.ts'
import { recordChange } from '#backend/step/record-change.ts'
import { usableUntil } from '#domain/data/bucket.ts'
import { type Grant, type TopUpBuyer, topUpGrant } from '#domain/data/grant.ts'
import { toTokyoMonth } from '#domain/tokyo.ts'
import type { Offer } from '../queries/offers.ts'
import { topUpReceipt } from '../queries/receipt.ts'
import { bookTopUp, storeReceipt } from '../rows/top-ups.ts'

type PurchaseDeps = Pick<AreaDeps, 'outbox' | 'queue'>

export type Bought = { readonly orderNo: string; readonly given: Grant }

/**
 * Writes a purchase: charge, bucket, the lift of the low speed, audit, mail and receipt, all in this transaction. The
 * caller has locked the contract and checked that the purchase is allowed.
 */
export async function purchase(
  tx: Db,
  deps: PurchaseDeps,
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
  const lifted = await giveData(tx, deps, contractId, given, now)
  await recordChange(tx, deps, by, {
    action: buyer === 'member' ? 'top-up-bought' : 'top-up-bought-automatically',
    target: orderNo,
    details: { packId: pack.code, priceYen },
    message: (accountId) => message(accountId, { orderNo, given: { ...given, expiresAt } }),
  })

  const { buckets, totalBytes, usedThisMonthBytes } = await readResidual(tx, contractId, now)
  const pool = await readPool(tx, contractId, now)
  const bucket = pool.buckets.find((one) => one.bucketId === given.bucketId)
  if (bucket === undefined) throw new Error('the pack that was just bought is gone')
  const wire = {
    receipt: topUpReceipt(offer, { orderNo, at: now, expiresAt: bucket.expiresAt }),
    bucket: toWireBucket(bucket),
    paidYen: priceYen,
  }
  const residual = { buckets, totalBytes, usedThisMonthBytes }
  await storeReceipt(tx, contractId, { ...wire, billMonth: toTokyoMonth(now), residual }, now)
  return { wire, lifted, totalBytes: pool.totalBytes }
}
