import { lineKinds, type LineKind } from '#vocabulary/line.ts'
import type { OrderProcedure } from '#vocabulary/operation.ts'
import type { SimOrderFact, SimOrderKind } from '../exclusion/facts.ts'
import { ordersOf, type StoredOrder } from '../exclusion/stored-order.ts'
import { simOrderStates } from './order-states.ts'

/** The orders for lines to come. */
export const addOrderFacts = (orders: readonly StoredOrder[]) =>
  ordersOf(orders, 'simAdd', 'lineOpen').map((order) => simOrderFact(order, 'add'))

/** The orders that replace a line's SIM. */
export const simChangeFacts = (orders: readonly StoredOrder[]) =>
  orders.flatMap((order) => {
    const kind = changes[order.procedure]
    return kind === undefined ? [] : [simOrderFact(order, kind)]
  })

const changes: Partial<Record<OrderProcedure, SimOrderKind>> = {
  simReissue: 'reissue',
  simKindChange: 'kindChange',
}

function simOrderFact(order: StoredOrder, kind: SimOrderKind): SimOrderFact {
  return {
    orderNo: order.orderNo,
    kind,
    state: simOrderStates.isState(order.state) ? order.state : simOrderStates.initial,
    expectedOn: order.expectedOn,
    toKind: orderedKind(order.details['wish']),
  }
}

function orderedKind(ordered: unknown): LineKind | undefined {
  const kind =
    typeof ordered === 'object' && ordered !== null && 'kind' in ordered ? ordered.kind : undefined
  return lineKinds.find((one) => one === kind)
}
