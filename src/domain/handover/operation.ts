import { no } from '../exclusion/matrix.ts'
import { onLine, type OperationRules } from '../exclusion/rule.ts'
import type { HandoverFact } from '../exclusion/facts.ts'
import { ordersOf, type StoredOrder } from '../exclusion/stored-order.ts'
import { handoverStates } from './handover-states.ts'

export const handoverRules = {
  lineHandover: onLine({
    blockedBy: {
      suspended: no,
      unpaid: no,
      cancellationBooked: no,
      mnpNumberLive: no,
      handoverOpen: no,
      kindChangeOpen: no,
      simOrderOpen: no,
    },
    // The lock against porting the number out covers giving it to family as well.
    lockedBy: 'numberTransfer',
    proof: 'secondFactor',
  }),
} satisfies OperationRules

/** The latest hand-over among the orders of a line; a closed one does not count. */
export function handoverFact(orders: readonly StoredOrder[]): HandoverFact | undefined {
  const order = ordersOf(orders, 'lineHandover').at(-1)
  if (order === undefined || !handoverStates.isState(order.state)) return undefined
  return { orderNo: order.orderNo, state: order.state, lastDay: order.effectiveOn }
}
