import type { PortOutFact } from '../exclusion/facts.ts'
import { ordersOf, type StoredOrder } from '../exclusion/stored-order.ts'
import { isTokyoDate } from '../tokyo.ts'
import { portOutStates } from './port-out-states.ts'

/** The last port-out of a line, also one that is over: a cooldown follows it. */
export function portOutFact(orders: readonly StoredOrder[]): PortOutFact | undefined {
  const order = ordersOf(orders, 'portOut').at(-1)
  if (order === undefined || !portOutStates.isState(order.state)) return undefined
  const { issuedOn } = order.details
  return {
    orderNo: order.orderNo,
    state: order.state,
    issuedOn: typeof issuedOn === 'string' && isTokyoDate(issuedOn) ? issuedOn : undefined,
  }
}
