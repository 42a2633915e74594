import type { CancellationFact } from '../exclusion/facts.ts'
import { ordersOf, type StoredOrder } from '../exclusion/stored-order.ts'
import { cancellationStates } from './cancellation-states.ts'
import { cancellationTiming } from './timing.ts'

/** The cancellation of the whole contract. */
export const contractCancellation = (orders: readonly StoredOrder[]) =>
  cancellationFact(ordersOf(orders, 'contractCancel').at(-1))

/** The cancellation of a line, of the orders that concern it. */
export const lineCancellation = (orders: readonly StoredOrder[]) =>
  cancellationFact(ordersOf(orders, 'lineCancel').at(-1))

function cancellationFact(order: StoredOrder | undefined): CancellationFact | undefined {
  if (order === undefined || !cancellationStates.isState(order.state)) return undefined
  return {
    orderNo: order.orderNo,
    state: order.state,
    // Bookings queued by an older version have no stored day: it counts from the request.
    ...(order.state !== 'awaiting_succession' && {
      lastDay: order.effectiveOn ?? cancellationTiming(order.requestedAt).effectiveOn,
    }),
  }
}

/** The number of an initial cancellation that was submitted and is not accepted yet. */
export const submittedInitialCancel = (orders: readonly StoredOrder[]): string | undefined =>
  ordersOf(orders, 'initialCancel').at(-1)?.orderNo
