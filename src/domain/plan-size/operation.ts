import { fine, no } from '../exclusion/matrix.ts'
import { onContract, type OperationRules } from '../exclusion/rule.ts'
import { isBefore } from '../tokyo.ts'
import { isPlanCode } from '../catalogue/plan.ts'
import type { PlanSizeFact } from '../exclusion/facts.ts'
import { ordersOf, type StoredOrder } from '../exclusion/stored-order.ts'
import { planSizeStates } from './booking-states.ts'

export const planSizeRules = {
  planSizeChange: onContract({
    blockedBy: {
      suspended: no,
      unpaid: fine,
      cancellationBooked: no,
      mnpNumberLive: no,
      handoverOpen: fine,
      kindChangeOpen: fine,
      simOrderOpen: fine,
    },
    beginsByItself: true,
  }),
  planSizeUndo: onContract({
    limit: ({ facts: { planSize }, now }) => {
      if (planSize?.state !== 'reserved') return { code: 'NOTHING_BOOKED' }
      return isBefore(now, planSize.undoUntil)
        ? undefined
        : { code: 'UNDO_LIMIT_PASSED', blockedBy: planSize.orderNo }
    },
  }),
} satisfies OperationRules

/** The newest booking of a size, with the one before it where both are in force. */
export function planSizeFact(orders: readonly StoredOrder[]): PlanSizeFact | undefined {
  const [newest, ...earlier] = ordersOf(orders, 'planSizeChange').map(readBooking).toReversed()
  if (newest === undefined) return undefined
  return { ...newest, settled: earlier.find((booking) => booking?.state === 'reserved') }
}

function readBooking(order: StoredOrder): PlanSizeFact | undefined {
  if (!planSizeStates.isState(order.state)) return undefined
  const { orderNo, state, effectiveOn, undoUntil, details } = order
  const { toPlan } = details
  const known = typeof toPlan === 'number' && isPlanCode(toPlan)
  if (!known || effectiveOn === undefined || undoUntil === undefined) return undefined
  return { orderNo, state, planCode: toPlan, effectiveOn, undoUntil }
}
