import { lockContract } from '#backend/contract/contracts.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import type { Db } from '#backend/db/connect.ts'
import { findRow } from '#backend/db/rows.ts'
import { findOpenOrders, findOrder } from '#backend/contract/orders.ts'
import type { Who } from '#backend/contract/who.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import { decideOrderCancellation } from '#domain/sim/decide-sim-order.ts'
import { requestCancel } from './ask-carrier.ts'
import { simMessage } from '../messages.ts'
import { type SimProgress, endWithoutEffect } from './take-effect.ts'
import { lineOfOrder } from '../queries/line-of-order.ts'
import { type SimOrder, isLineOpening } from '../rows/details.ts'
import { simOrder } from '../procedure.ts'
import { isPastStopping } from '../queries/opening-progress.ts'

/**
 * Takes an order back. Before the carrier was asked it is over at once; afterwards the carrier decides whether it
 * still can, and the order goes on saying so until it has answered.
 * @throws RefusalError ORDER_NOT_CANCELLABLE
 */
export async function cancelSimOrder(
  tx: Db,
  deps: SimProgress,
  who: Who,
  orderNo: string,
): Promise<SimOrder> {
  const { contractId, now } = who
  await lockContract(tx, contractId)
  const row = await findOrder(tx, contractId, orderNo)
  if (!simOrder.owns(row)) throw new RefusalError('ORDER_NOT_CANCELLABLE')
  const order = simOrder.read(row)
  requireOk(decideOrderCancellation(order.state))
  if (order.details.cancelAskedAt) return order

  const asked = await findExchangeState(tx, order)
  const audit = { action: 'sim-order-cancellation-asked' }
  // One that waits for another reservation number was refused: the carrier has nothing of it.
  if (asked === undefined || asked === 'held' || asked === 'rejected') {
    const cancelled = await takeOrderStep(tx, deps.engine, who, {
      procedure: simOrder,
      step: simOrder.advance(orderNo, { event: 'cancelled' }),
      audit,
      message: (facts) => simMessage('cancelled', facts),
    })
    return endWithoutEffect(tx, deps, who, cancelled)
  }
  // Without an answer to the order itself yet, the listener asks as soon as it comes.
  if (asked === 'accepted') await requestCancel(tx, deps, who, order, await lineOfOrder(tx, order))
  return takeOrderStep(tx, deps.engine, who, {
    procedure: simOrder,
    step: simOrder.patch(orderNo, {
      merge: {
        cancelAskedAt: now,
        nextSteps: [nextStep('取り消しを確認しています。結果はメールでお知らせします。')],
      },
    }),
    audit,
  })
}

/** Undefined: nothing has been ordered at the carrier yet (the identity check is not finished). */
async function findExchangeState(tx: Db, order: SimOrder) {
  const { exchangeId } = order.details
  if (exchangeId === undefined) return undefined
  const row = await findRow(tx, 'carrier_exchange', { exchange_id: exchangeId }, 'state')
  return row?.state
}

/**
 * Takes back every line of a new contract, while none is on its way.
 * @returns whether it was not too late.
 */
export async function withdrawLines(tx: Db, deps: SimProgress, who: Who): Promise<boolean> {
  const orders = (await findOpenOrders(tx, who.contractId)).filter(isLineOpening)
  if (orders.some(isPastStopping)) return false
  for (const { order_no: orderNo } of orders) await cancelSimOrder(tx, deps, who, orderNo)
  return orders.length > 0
}
