import type { LineRow } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { advanceOrder, findOpenOrders } from '#backend/order/orders.ts'
import type { Instant } from '#domain/tokyo.ts'
import { requestCancel, type CarrierOrders } from './carrier-orders.ts'
import { endWithoutEffect } from './effects.ts'
import { isSimOrder } from './wish.ts'

/**
 * Ends the open SIM orders of lines that are about to end: nothing is charged for them, and the carrier is asked to stop
 * what it has begun. Whether it still can changes nothing here.
 */
export async function stopSimOrders(
  tx: Db,
  deps: CarrierOrders,
  lines: readonly LineRow[],
  now: Instant,
) {
  const ending = new Map(lines.map((line) => [line.line_id, line]))
  const [contractId] = lines.map((line) => line.contract_id)
  if (contractId === undefined) return
  for (const order of await findOpenOrders(tx, contractId)) {
    const line = ending.get(order.line_id ?? '')
    if (!isSimOrder(order) || line === undefined) continue
    await requestCancel(tx, deps, order, line, now)
    const stopped = await advanceOrder(
      tx,
      { contractId, orderNo: order.order_no },
      { event: 'line_ended', actor: 'system', now },
    )
    await endWithoutEffect(tx, stopped, now)
  }
}
