import { lineKinds, type LineKind } from '#vocabulary/line.ts'
import type { OrderProcedure } from '#vocabulary/operation.ts'
import type { SimOrderFact, SimOrderKind } from '../exclusion/facts.ts'
import { ordersOf, type KeptOrder } from '../exclusion/kept-order.ts'
import { simOrderStates } from './order-states.ts'

/** The orders for lines to come. */
export const addOrderFacts = (orders: readonly KeptOrder[]) =>
  ordersOf(orders, 'simAdd', 'lineOpen').map((order) => simOrderFact(order, 'add'))

/** The orders that replace a line's SIM. */
export const simChangeFacts = (orders: readonly KeptOrder[]) =>
  orders.flatMap((order) => {
    const kind = changes[order.procedure]
    return kind === undefined ? [] : [simOrderFact(order, kind)]
  })

const changes: Partial<Record<OrderProcedure, SimOrderKind>> = {
  simReissue: 'reissue',
  simKindChange: 'kindChange',
}

function simOrderFact(order: KeptOrder, kind: SimOrderKind): SimOrderFact {
  return {
    orderNo: order.orderNo,
    kind,
    state: simOrderStates.isState(order.state) ? order.state : simOrderStates.initial,
    expectedOn: order.expectedOn,
    toKind: wishedKind(order.details['wish']),
  }
}

function wishedKind(wish: unknown): LineKind | undefined {
  const kind = typeof wish === 'object' && wish !== null && 'kind' in wish ? wish.kind : undefined
  return lineKinds.find((one) => one === kind)
}
