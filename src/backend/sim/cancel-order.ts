import { lockContract } from '#backend/contract/contracts.ts'
import { requireOk } from '#backend/contract/permissions.ts'
import type { Db } from '#backend/db/connect.ts'
import { findOrder, type OrderKey } from '#backend/contract/orders.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { Refusal } from '#backend/refusal.ts'
import { decideOrderCancellation } from '#domain/sim/decide-sim-order.ts'
import type { Instant } from '#domain/tokyo.ts'
import { requestCancel } from './carrier-orders.ts'
import { postSimMessage } from './messages.ts'
import { addressee, endWithoutEffect, lineOfOrder, type SimProgress } from './effects.ts'
import type { SimOrder } from './details.ts'
import { simOrder } from './procedure.ts'

/**
 * Takes an order back. Before the carrier was asked it is over at once; afterwards the carrier decides whether it
 * still can, and the order goes on saying so until it has answered.
 * @throws Refusal ORDER_NOT_CANCELLABLE
 */
export async function cancelSimOrder(
  tx: Db,
  deps: SimProgress,
  key: OrderKey,
  now: Instant,
): Promise<SimOrder> {
  await lockContract(tx, key.contractId)
  const row = await findOrder(tx, key.contractId, key.orderNo)
  if (!simOrder.owns(row)) throw new Refusal('ORDER_NOT_CANCELLABLE')
  const order = simOrder.read(row)
  requireOk(decideOrderCancellation(order.state))
  if (order.details.cancelAskedAt) return order

  const asked = await findExchangeState(tx, order)
  if (asked === undefined) {
    const cancelled = await simOrder.advance(tx, key, { event: 'cancelled', actor: 'member', now })
    await endWithoutEffect(tx, cancelled, now)
    await postSimMessage(tx, deps, await addressee(tx, cancelled), 'cancelled', now)
    return simOrder.find(tx, key)
  }
  // Without an answer to the order itself yet, the listener asks as soon as it comes.
  if (asked === 'accepted') await requestCancel(tx, deps, order, await lineOfOrder(tx, order), now)
  return simOrder.patch(tx, key, {
    now,
    merge: {
      cancelAskedAt: now,
      nextSteps: [nextStep('取り消しを確認しています。結果はメールでお知らせします。')],
    },
  })
}

/** Undefined: the carrier has not been asked for anything (the identity check is still waited for). */
async function findExchangeState(tx: Db, order: SimOrder) {
  const { exchangeId } = order.details
  if (exchangeId === undefined) return undefined
  const row = await tx
    .selectFrom('carrier_exchange')
    .select('state')
    .where('exchange_id', '=', exchangeId)
    .executeTakeFirst()
  return row?.state
}
