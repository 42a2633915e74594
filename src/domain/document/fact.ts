import { ordersOf, type KeptOrder } from '../exclusion/kept-order.ts'
import { paperStates, type PaperState } from './paper-states.ts'

/** How far the last paper copy has come. */
export function paperFact(orders: readonly KeptOrder[]): PaperState {
  const state = ordersOf(orders, 'paperCopy').at(-1)?.state ?? 'none'
  return paperStates.isState(state) ? state : 'none'
}
