import { lockContract } from '#backend/contract/contracts.ts'
import { requireOk } from '#backend/contract/permissions.ts'
import type { Db } from '#backend/db/connect.ts'
import { advanceOrder, findOrder, noteOnOrder, type OrderRow } from '#backend/order/orders.ts'
import { nextStep } from '#backend/order/receipts.ts'
import { Refusal } from '#backend/refusal.ts'
import { decideOrderCancellation } from '#domain/sim/decide-sim-order.ts'
import { simOrderStates } from '#domain/sim/order-states.ts'
import type { Instant } from '#domain/tokyo.ts'
import { requestCancel } from './carrier-orders.ts'
import { postSimMessage } from './messages.ts'
import { addressee, endWithoutEffect, lineOfOrder, type SimProgress } from './effects.ts'
import { detailsOf, isSimOrder } from './wish.ts'

/**
 * Takes an order back. Before the carrier was asked it is over at once; afterwards the carrier decides whether it
 * still can, and the order goes on saying so until it has answered.
 * @throws Refusal ORDER_NOT_CANCELLABLE
 */
export async function cancelSimOrder(
  tx: Db,
  deps: SimProgress,
  key: { contractId: string; orderNo: string },
  now: Instant,
): Promise<OrderRow> {
  await lockContract(tx, key.contractId)
  const order = await findOrder(tx, key.contractId, key.orderNo)
  if (!isSimOrder(order)) throw new Refusal('ORDER_NOT_CANCELLABLE')
  const state = simOrderStates.isState(order.state) ? order.state : simOrderStates.initial
  requireOk(decideOrderCancellation(state))
  const { cancelAskedAt } = detailsOf(order)
  if (cancelAskedAt) return order

  const asked = await findExchangeState(tx, order)
  if (asked === undefined) {
    const cancelled = await advanceOrder(tx, key, { event: 'cancelled', actor: 'member', now })
    await endWithoutEffect(tx, cancelled, now)
    await postSimMessage(tx, deps, await addressee(tx, cancelled), 'cancelled', now)
    return findOrder(tx, key.contractId, key.orderNo)
  }
  // Without an answer to the order itself yet, the listener asks as soon as it comes.
  if (asked === 'accepted') await requestCancel(tx, deps, order, await lineOfOrder(tx, order), now)
  return noteOnOrder(tx, key, {
    now,
    merge: {
      cancelAskedAt: now.toString(),
      nextSteps: [nextStep('取り消しを確認しています。結果はメールでお知らせします。')],
    },
  })
}

/** Undefined: the carrier has not been asked for anything (the identity check is still waited for). */
async function findExchangeState(tx: Db, order: OrderRow) {
  const { exchangeId } = detailsOf(order)
  if (exchangeId === undefined) return undefined
  const row = await tx
    .selectFrom('carrier_exchange')
    .select('state')
    .where('exchange_id', '=', exchangeId)
    .executeTakeFirst()
  return row?.state
}
