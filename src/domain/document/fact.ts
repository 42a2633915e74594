import { ordersOf, type StoredOrder } from '../exclusion/stored-order.ts'
import { paperStates, type PaperState } from './paper-states.ts'

/** How far the last paper copy has come. */
export function paperFact(orders: readonly StoredOrder[]): PaperState {
  const state = ordersOf(orders, 'paperCopy').at(-1)?.state ?? 'none'
  return paperStates.isState(state) ? state : 'none'
}
