import { z } from 'zod'
import { lockContract } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import type { IdentityListener } from '#backend/identity/service.ts'
import { advanceOrder, findOrder, noteOnOrder } from '#backend/order/orders.ts'
import { nextStep } from '#backend/order/receipts.ts'
import type { Instant } from '#domain/tokyo.ts'
import { requestSim } from './carrier-orders.ts'
import { expectedEnd } from './estimate.ts'
import { postSimMessage } from './messages.ts'
import { addressee, endWithoutEffect, lineOfOrder, type SimProgress } from './effects.ts'
import { detailsOf, identityExpiry, isSimOrder } from './wish.ts'

const waiting = z.object({
  prepared: z.object({
    exchangeId: z.string(),
    carrierRequest: z.object({
      kind: z.string(),
      fields: z.record(z.string(), z.unknown()),
      sealedFields: z.string(),
    }),
  }),
})

/** A check that is passed lets the order go to the carrier; any other outcome leaves it to the member or to us: to whom, is noted. */
export function createIdentityListener(deps: SimProgress): IdentityListener {
  return async (tx, { contractId, orderNo, state }, now) => {
    if (contractId === null) return
    await lockContract(tx, contractId)
    const order = await findOrder(tx, contractId, orderNo)
    if (!isSimOrder(order) || order.state !== 'id_check') return
    const noted = await noteOnOrder(
      tx,
      { contractId, orderNo },
      { now, merge: { identityState: state } },
    )
    if (state !== 'matched') return
    const { prepared } = waiting.parse(noted.details)
    const { wish } = detailsOf(noted)
    const passed = await advanceOrder(
      tx,
      { contractId, orderNo },
      {
        event: 'identity_passed',
        actor: 'system',
        now,
        expectedOn: expectedEnd(wish, now),
        merge: {
          exchangeId: prepared.exchangeId,
          prepared: null,
          askedAt: now.toString(),
          nextSteps: [nextStep('本人確認が終わりました。SIMを準備しています。')],
        },
      },
    )
    await requestSim(tx, deps, passed, await lineOfOrder(tx, passed), prepared, now)
  }
}

/** Drops an order whose check was not passed in time. */
export async function lapseUnchecked(
  tx: Db,
  deps: SimProgress,
  key: { contractId: string; orderNo: string },
  now: Instant,
) {
  await lockContract(tx, key.contractId)
  const order = await findOrder(tx, key.contractId, key.orderNo)
  if (order.state !== 'id_check' || Temporal.Instant.compare(now, identityExpiry(order)) < 0) return
  const lapsed = await advanceOrder(tx, key, { event: 'lapsed', actor: 'system', now })
  await endWithoutEffect(tx, lapsed, now)
  await postSimMessage(tx, deps, await addressee(tx, lapsed), 'lapsed', now)
}
