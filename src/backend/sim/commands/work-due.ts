import { pollOrders } from '#backend/carrier/poll.ts'
import { createEventTaker, type EventTaker } from '#backend/carrier/reports.ts'
import { isFrozen, lockContract } from '#backend/contract/contracts.ts'
import { keyOf, type OrderKey } from '#backend/contract/orders.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import type { Log } from '#backend/log.ts'
import type { CarrierPort } from '#backend/ports/carrier.ts'
import type { SimOrderState } from '#domain/sim/order-states.ts'
import type { Instant } from '#domain/tokyo.ts'
import { simOrder } from '../procedure.ts'
import { dueSwitch } from '../queries/status.ts'
import { advanceSimOrder } from './advance-order.ts'
import { requestSwitch } from './ask-carrier.ts'
import type { SimProgress } from './take-effect.ts'
import { lineOfOrder } from '../queries/line-of-order.ts'
import { lapseUnchecked } from './take-identity-result.ts'

type Deps = SimProgress & {
  database: DatabaseHandle
  carrier: CarrierPort
  log: Log
  now: () => Instant
}

const ownKinds = [
  'issue-sim',
  'issue-esim',
  'change-kind',
  'switch-over',
  'port-in-complete',
  'cancel',
]

const waitingForCarrier: readonly SimOrderState[] = [
  'ordered',
  'preparing',
  'shipped',
  'arrived',
  'switch_ready',
]

/** Takes what the carrier says of our orders for SIMs, by callback or found by polling. */
export const takerOfReports = (deps: Deps): EventTaker =>
  createEventTaker(deps, ownKinds, (tx, order, now) => advanceSimOrder(tx, deps, order, now))

/** Asks the carrier after every order under way: the safety net under its callbacks. */
export async function pollCarrier(deps: Deps): Promise<void> {
  const { carrier, log, database } = deps
  const orders = await simOrder.findOpen(database.db, waitingForCarrier)
  await pollOrders({ carrier, log, take: takerOfReports(deps) }, orders)
}

/** Switches over what the member chose for this hour, and what nobody chose in time; not a line that staff have stopped. */
export async function switchDueOrders(deps: Deps, now: Instant): Promise<void> {
  await eachIn(deps, ['switch_ready'], async (tx, key) => {
    await lockContract(tx, key.contractId)
    const order = await simOrder.find(tx, key)
    const switchBy = dueSwitch(order, now)
    if (switchBy === undefined) return
    const line = await lineOfOrder(tx, order)
    const by = { actor: switchBy, contractId: key.contractId, now }
    if (!isFrozen(line)) await requestSwitch(tx, deps, by, order, line, switchBy)
  })
}

/** Drops the orders whose identity check was not passed in time. */
export async function lapseOrders(deps: Deps, now: Instant): Promise<void> {
  await eachIn(deps, ['id_check'], (tx, key) => lapseUnchecked(tx, deps, key, now))
}

/** Each order in one of these states, in a transaction of its own. */
async function eachIn(
  { database, log }: Deps,
  states: readonly SimOrderState[],
  work: (tx: Db, key: OrderKey) => Promise<void>,
) {
  for (const key of (await simOrder.findOpen(database.db, states)).map(keyOf))
    await isolated(log, key, 'SIM order could not be moved', () =>
      database.db.transaction().execute((tx) => work(tx, key)),
    )
}
