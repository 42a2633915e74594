import { isDatabaseOutage } from '#backend/db/outage.ts'
import type { Log } from '#backend/log.ts'
import type { OrderRow } from '#backend/contract/orders.ts'
import type { CarrierOrderEvent, CarrierPort } from '#backend/ports/carrier.ts'

/** A carrier that stays silent so often is down: the next hour asks again. */
const SILENCES = 3

/**
 * Asks the carrier what became of orders and hands on what it says: the safety net under its callbacks. One order that
 * fails holds up no other.
 */
export async function pollOrders(
  deps: {
    carrier: CarrierPort
    log: Log
    take: (exchangeId: string, events: readonly CarrierOrderEvent[]) => Promise<void>
  },
  orders: readonly OrderRow[],
) {
  let silences = 0
  for (const order of orders) {
    const { exchangeId } = order.details
    if (typeof exchangeId !== 'string') continue
    const found = await deps.carrier.findOrder(exchangeId)
    silences = found.kind === 'no-answer' ? silences + 1 : 0
    if (silences >= SILENCES) return
    if (found.kind !== 'accepted') continue
    await forEachIsolated(deps.log, order, () => deps.take(exchangeId, found.value.events))
  }
}

/** Runs the work of one order; its failure is logged and leaves the others to be done. An outage is not its failure. */
export async function forEachIsolated(log: Log, order: OrderRow, work: () => Promise<void>) {
  try {
    await work()
  } catch (err) {
    if (isDatabaseOutage(err)) throw err
    log.error({ err, orderNo: order.order_no, state: order.state }, 'order could not be moved')
  }
}
