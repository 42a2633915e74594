import type { CarrierReport } from '#backend/area.ts'
import { forEachIsolated, pollOrders } from '#backend/carrier/poll.ts'
import { findOrderedExchange, keepReports, newEventsOf } from '#backend/carrier/reports.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import type { Sweep } from '#backend/jobs/due-work.ts'
import type { Log } from '#backend/log.ts'
import { keyOf, type OrderKey } from '#backend/contract/orders.ts'
import type { CarrierOrderEvent, CarrierPort } from '#backend/ports/carrier.ts'
import type { SimOrderState } from '#domain/sim/order-states.ts'
import type { Instant } from '#domain/tokyo.ts'
import { requestSwitch } from './carrier-orders.ts'
import { lapseUnchecked } from './identity-result.ts'
import { lineOfOrder, type SimProgress } from './effects.ts'
import { advanceSimOrder } from './progress.ts'
import { simProcedures, type SimOrder } from './details.ts'
import { simOrder } from './procedure.ts'
import { dueSwitch } from './status.ts'

export type SimSweeps = SimProgress & {
  database: DatabaseHandle
  carrier: CarrierPort
  log: Log
  now: () => Instant
}

const ownKinds = ['issue-sim', 'issue-esim', 'change-kind', 'switch-over', 'cancel']

/** Takes what the carrier reports by itself; a report of something else's order is none of ours. */
export function createReportTaker(deps: SimSweeps) {
  return async (report: CarrierReport) => {
    await takeEvents(deps, report.orderId, [report])
  }
}

async function takeEvents(
  deps: SimSweeps,
  exchangeId: string,
  events: readonly CarrierOrderEvent[],
) {
  const exchange = await findOrderedExchange(deps.database.db, exchangeId)
  if (!exchange || !ownKinds.includes(exchange.kind)) return
  const news = await newEventsOf(deps.database.db, exchange, events)
  if (news.length === 0) return
  const now = deps.now()
  await deps.database.db.transaction().execute(async (tx) => {
    await keepReports(tx, deps.sealing, exchange, news, now)
    await advanceSimOrder(tx, deps, exchange, now)
  })
}

/** What falls due for SIM orders, hour by hour. */
export function simSweeps(deps: SimSweeps): Sweep[] {
  const { db } = deps.database

  /** Asks the carrier after every order under way: the safety net under its callbacks. */
  async function poll() {
    const { carrier, log } = deps
    const take = (exchangeId: string, events: readonly CarrierOrderEvent[]) =>
      takeEvents(deps, exchangeId, events)
    await pollOrders({ carrier, log, take }, await findOpenSimOrders(db, waitingForCarrier))
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
    for (const order of await findOpenSimOrders(db, states)) {
      const run = () => db.transaction().execute((tx) => work(tx, keyOf(order)))
      await forEachIsolated(deps.log, order, run)
    }
  }

  return [
    { name: 'SIM orders at the carrier', every: 'hour', run: poll },
    { name: 'SIM switch-over', every: 'hour', run: switchDue },
    { name: 'SIM orders without identity', every: 'day', run: lapse },
  ]
}

const waitingForCarrier: readonly SimOrderState[] = [
  'ordered',
  'preparing',
  'shipped',
  'arrived',
  'switch_ready',
]

async function findOpenSimOrders(db: Db, states: readonly SimOrderState[]): Promise<SimOrder[]> {
  const rows = await db
    .selectFrom('procedure_order')
    .selectAll()
    .where('closed_at', 'is', null)
    .where('procedure', 'in', [...simProcedures])
    .where('state', 'in', [...states])
    .orderBy('changed_at')
    .orderBy('order_no')
    .execute()
  return rows.map(simOrder.read)
}
