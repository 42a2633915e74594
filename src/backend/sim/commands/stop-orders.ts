import type { LineRow } from '#backend/contract/contracts.ts'
import { findOpenOrders } from '#backend/contract/orders.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Instant } from '#domain/tokyo.ts'
import { requestCancel, type CarrierOrders } from './ask-carrier.ts'
import { endWithoutEffect, type SimProgress } from './take-effect.ts'
import { simOrder } from '../procedure.ts'

/**
 * Ends the open SIM orders of lines that are about to end: nothing is charged for them, and the carrier is asked to stop
 * what it has begun. Whether it still can changes nothing here.
 */
export async function stopSimOrders(
  tx: Db,
  deps: CarrierOrders & Pick<SimProgress, 'opening'>,
  lines: readonly LineRow[],
  now: Instant,
) {
  const ending = new Map(lines.map((line) => [line.line_id, line]))
  const [contractId] = lines.map((line) => line.contract_id)
  if (contractId === undefined) return
  const open = (await findOpenOrders(tx, contractId)).filter(simOrder.owns).map(simOrder.read)
  for (const order of open) {
    const line = ending.get(order.line_id ?? '')
    if (line === undefined) continue
    const by: By = { actor: 'system', contractId, now }
    await requestCancel(tx, deps, by, order, line)
    const ended = await simOrder.advance(order.order_no, { event: 'line_ended' })(tx, by)
    await endWithoutEffect(tx, deps, by, ended)
  }
}
