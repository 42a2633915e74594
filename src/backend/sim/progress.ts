import { factOf, findReports, type Report } from '#backend/carrier/reports.ts'
import { wayTo } from '#backend/carrier/way.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import {
  advanceOrder,
  findOrder,
  machineOf,
  noteOnOrder,
  type OrderRow,
} from '#backend/order/orders.ts'
import { autoSwitchAt } from '#domain/sim/decide-sim-order.ts'
import type { SimOrderEvent, SimOrderState } from '#domain/sim/order-states.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { takeEffect, type SimProgress } from './effects.ts'
import { detailsOf, isSimOrder } from './wish.ts'

type OrderKey = { contractId: string; orderNo: string }

const keyOf = (order: OrderRow): OrderKey => ({
  contractId: order.contract_id,
  orderNo: order.order_no,
})

/** Events the carrier or the clock may bring: a card passes through the post, a profile does not. */
const cardEvents: readonly SimOrderEvent[] = [
  'preparation_started',
  'shipped',
  'arrived',
  'switch_opened',
  'switched',
  'auto_switched',
  'refused_by_carrier',
  'returned',
]
const profileEvents: readonly SimOrderEvent[] = [
  'preparation_started',
  'profile_ready',
  'switched',
  'auto_switched',
  'refused_by_carrier',
]

/** Where the order stands once the carrier has reported this. */
const reached: Readonly<Record<string, SimOrderState>> = {
  accepted: 'preparing',
  shipped: 'shipped',
  arrived: 'arrived',
  profile_ready: 'switch_ready',
  switch_ready: 'switch_ready',
  switched: 'switched',
  auto_switched: 'auto_switched',
  failed: 'failed',
  rejected: 'failed',
  cancelled: 'cancelled',
}

const ownKinds = ['issue-sim', 'issue-esim', 'change-kind']

/** A switch-over and a cancellation are orders of their own at the carrier; of them only the outcome counts here. */
function targetOf({ kind, state }: Report): SimOrderState | undefined {
  if (ownKinds.includes(kind)) return reached[state]
  if (kind === 'switch-over' && state === 'switched') return 'switched'
  if (kind === 'cancel' && state === 'cancelled') return 'cancelled'
  return undefined
}

/**
 * Brings an order to where the carrier's reports say it is. The ONE way by which callbacks, polling and answers
 * move an order: it looks at everything that is known, in the order in which it happened, so that reports which come
 * late, twice or reversed change nothing, and running it again does not either.
 */
export async function advanceSimOrder(tx: Db, deps: SimProgress, key: OrderKey, now: Instant) {
  await lockContract(tx, key.contractId)
  let order = await findOrder(tx, key.contractId, key.orderNo)
  if (!isSimOrder(order) || order.closed_at !== null) return
  const before = order.state
  const reports = await findReports(tx, deps.sealing, key)
  order = await noteFacts(tx, order, reports, now)
  for (const report of reports) order = await walk(tx, order, report, now)
  if (order.state !== before) await takeEffect(tx, deps, order, reports, now)
}

/** What later screens need of the reports, kept once it is known. */
async function noteFacts(tx: Db, order: OrderRow, reports: readonly Report[], now: Instant) {
  const known = detailsOf(order)
  const readyAt = reports.find((one) => targetOf(one) === 'switch_ready')?.at
  const trackingNo = factOf(reports, 'trackingNo')
  const merge = {
    ...(known.readyAt === undefined && readyAt !== undefined
      ? { readyAt: readyAt.toString() }
      : {}),
    ...(known.trackingNo === undefined && trackingNo !== undefined
      ? { trackingNo, tracking: { carrierName: '配送会社', trackingNo } }
      : {}),
  }
  if (Object.keys(merge).length === 0) return order
  const expectedOn = readyAt === undefined ? undefined : toTokyoDate(autoSwitchAt(readyAt))
  return noteOnOrder(tx, keyOf(order), {
    now,
    merge,
    ...(expectedOn === undefined ? {} : { expectedOn }),
  })
}

async function walk(tx: Db, from: OrderRow, report: Report, now: Instant): Promise<OrderRow> {
  const target = targetOf(report)
  if (target === undefined) return from
  const machine = machineOf(from)
  const { wish, switchBy } = detailsOf(from)
  if (target === 'cancelled') {
    if (!machine.can(from.state, 'cancelled', 'member')) return from
    return advanceOrder(tx, keyOf(from), {
      event: 'cancelled',
      actor: 'member',
      now,
      at: report.at,
    })
  }
  const state = target === 'switched' && switchBy === 'system' ? 'auto_switched' : target
  const events = wish.simSize === 'esim' ? profileEvents : cardEvents
  const { reason } = report.facts
  const details = typeof reason === 'string' ? { reason } : {}
  let order = from
  for (const { event, actor } of wayTo(machine, from.state, state, events) ?? [])
    order = await advanceOrder(tx, keyOf(from), { event, actor, now, at: report.at, details })
  return order
}
