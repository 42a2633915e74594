import { pollOrders } from '#backend/carrier/poll.ts'
import { createEventTaker, type EventTaker } from '#backend/carrier/reports.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import type { Sweep } from '#backend/jobs/due-work.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import type { Log } from '#backend/log.ts'
import { keyOf, type OrderKey } from '#backend/contract/orders.ts'
import type { CarrierPort } from '#backend/ports/carrier.ts'
import type { SimOrderState } from '#domain/sim/order-states.ts'
import type { Instant } from '#domain/tokyo.ts'
import { requestSwitch } from './carrier-orders.ts'
import { lapseUnchecked } from './identity-result.ts'
import { lineOfOrder, type SimProgress } from './effects.ts'
import { advanceSimOrder } from './progress.ts'
import { simOrder } from './procedure.ts'
import { dueSwitch } from './status.ts'

export type SimSweeps = SimProgress & {
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

export const createSimTaker = (deps: SimSweeps) =>
  createEventTaker(deps, ownKinds, (tx, order, now) => advanceSimOrder(tx, deps, order, now))

/** What falls due for SIM orders, hour by hour. */
export function simSweeps(deps: SimSweeps, take: EventTaker): Sweep[] {
  const { db } = deps.database

  /** Asks the carrier after every order under way: the safety net under its callbacks. */
  async function poll() {
    const { carrier, log } = deps
    await pollOrders({ carrier, log, take }, await simOrder.findOpen(db, waitingForCarrier))
  }

  /** Switches over what the member chose for this hour, and what nobody chose in time. */
  async function switchDue(now: Instant) {
    await each(['switch_ready'], async (tx, key) => {
      await lockContract(tx, key.contractId)
      const order = await simOrder.find(tx, key)
      const switchBy = dueSwitch(order, now)
      const by = { actor: switchBy ?? 'system', contractId: key.contractId, now }
      if (switchBy) await requestSwitch(tx, deps, by, order, await lineOfOrder(tx, order), switchBy)
    })
  }

  const lapse = (now: Instant) =>
    each(['id_check'], (tx, key) => lapseUnchecked(tx, deps, key, now))

  /** Each order in a transaction of its own. */
  async function each(
    states: readonly SimOrderState[],
    work: (tx: Db, key: OrderKey) => Promise<void>,
  ) {
    for (const key of (await simOrder.findOpen(db, states)).map(keyOf))
      await isolated(deps.log, key, 'SIM order could not be moved', () =>
        db.transaction().execute((tx) => work(tx, key)),
      )
  }

  return [
    { name: 'SIM orders at the carrier', run: poll },
    { name: 'SIM switch-over', run: switchDue },
    { name: 'SIM orders without identity', run: lapse },
  ]
}

const waitingForCarrier: readonly SimOrderState[] = [
  'ordered',
  'preparing',
  'shipped',
  'arrived',
  'switch_ready',
]
