import { isolated } from '#backend/jobs/isolated.ts'
import type { Log } from '#backend/log.ts'
import { keyOf, type OrderRow } from '#backend/contract/orders.ts'
import type { CarrierPort } from '#backend/ports/carrier.ts'
import type { EventTaker } from './reports.ts'

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
    take: EventTaker
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
    await isolated(deps.log, keyOf(order), 'order could not be moved', () =>
      deps.take(exchangeId, found.value.events),
    )
  }
}
