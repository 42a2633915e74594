import { isPlanCode } from '../catalogue/plan.ts'
import type { PlanSizeFact } from '../exclusion/facts.ts'
import { ordersOf, type KeptOrder } from '../exclusion/kept-order.ts'
import { planSizeStates } from './booking-states.ts'

/** The size booked for a date. */
export function planSizeFact(orders: readonly KeptOrder[]): PlanSizeFact | undefined {
  const order = ordersOf(orders, 'planSizeChange').at(-1)
  if (order === undefined || !planSizeStates.isState(order.state)) return undefined
  const { orderNo, state, effectiveOn, undoUntil, details } = order
  const { toPlan } = details
  const known = typeof toPlan === 'number' && isPlanCode(toPlan)
  if (!known || effectiveOn === undefined || undoUntil === undefined) return undefined
  return { orderNo, state, planCode: toPlan, effectiveOn, undoUntil }
}
