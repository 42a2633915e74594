import { loadContract } from '#backend/contract/load.ts'
import { findOpenOrders, linesOf } from '#backend/contract/orders.ts'
import type { By, Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { followBookings } from '#backend/procedure/endings.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import { decideCancellation } from '#domain/cancellation/decide-cancellation.ts'
import { cancellationMessage } from '../messages.ts'
import { cancellation, type CancellationOrder } from '../procedure.ts'

type Deps = Pick<ProcedureDeps, 'engine' | 'procedures'>

/** @throws RefusalError NOTHING_BOOKED, UNDO_LIMIT_PASSED; NOT_FOUND for an order of something else. */
export async function undoCancellation(
  tx: Db,
  deps: Deps,
  who: Who,
  orderNo: string,
): Promise<CancellationOrder> {
  const { contractId, now } = who
  const { facts } = await loadContract(tx, contractId, { lock: true })
  const order = await cancellation.find(tx, { contractId, orderNo })
  if (order.closed_at !== null) throw new RefusalError('NOTHING_BOOKED')
  requireOk(decideCancellation({ type: 'undo', lineId: linesOf(order)[0] }, facts, now))
  const undone = await undoOne(tx, deps, who, { orderNo, event: 'undone' })
  await followBookings(tx, deps.procedures, who)
  return undone
}

/** An heir goes on with the contract: no booked cancellation takes effect. The caller has changed its account. */
export async function undoCancellations(tx: Db, deps: Deps, by: By) {
  for (const { order_no: orderNo } of (await findOpenOrders(tx, by.contractId)).filter(
    cancellation.owns,
  ))
    await undoOne(tx, deps, by, { orderNo, event: 'succeeded' })
  await followBookings(tx, deps.procedures, by)
}

const undoOne = (
  tx: Db,
  { engine }: Pick<Deps, 'engine'>,
  by: By,
  { orderNo, event }: { orderNo: string; event: 'undone' | 'succeeded' },
) =>
  takeOrderStep(tx, engine, by, {
    procedure: cancellation,
    step: cancellation.advance(orderNo, {
      event,
      merge: { nextSteps: [nextStep('引き続きご利用いただけます。')] },
    }),
    audit: {
      action: 'cancellation-undone',
      ...(event === 'succeeded' && { details: { because: 'succession' } }),
    },
    message: (facts) => cancellationMessage('undone', facts),
  })
