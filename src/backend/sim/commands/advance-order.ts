import { advanceByReports } from '#backend/carrier/advance-order.ts'
import { factOf, type Report } from '#backend/carrier/reports.ts'
import { shortestPath } from '#backend/carrier/shortest-path.ts'
import type { Db } from '#backend/db/connect.ts'
import type { OrderKey } from '#backend/contract/orders.ts'
import type { By } from '#backend/contract/who.ts'
import { autoSwitchAt } from '#domain/sim/decide-sim-order.ts'
import { simOrderStates, type SimOrderEvent, type SimOrderState } from '#domain/sim/order-states.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { lineOfOrder } from '../queries/line-of-order.ts'
import { requestWhatWaited } from './ask-carrier.ts'
import { takeEffect, type SimProgress } from './take-effect.ts'
import type { SimOrder } from '../rows/details.ts'
import { simOrder } from '../procedure.ts'

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

/** The state of the order once the carrier has reported this. */
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
const switchKinds = ['switch-over', 'port-in-complete']

/** A switch-over and a cancellation are orders of their own at the carrier; of them only the outcome counts here. */
function targetOf({ kind, state }: Report): SimOrderState | undefined {
  if (ownKinds.includes(kind)) return reached[state]
  if (switchKinds.includes(kind) && state === 'switched') return 'switched'
  if (kind === 'cancel' && state === 'cancelled') return 'cancelled'
  return undefined
}

/** Brings a SIM order to where the carrier's reports say it is. */
export async function advanceSimOrder(tx: Db, deps: SimProgress, key: OrderKey, now: Instant) {
  await advanceByReports(tx, deps.sealing, key, now, {
    procedure: simOrder,
    noteFacts: (by, order, reports) => noteFacts(tx, by, order, reports),
    walk: (by, order, report) => walk(tx, by, order, report),
    async takeEffect(by, order, reports) {
      const line = await lineOfOrder(tx, order)
      await requestWhatWaited(tx, deps, by, order, line)
      await takeEffect(tx, deps, by, order, { line, reports })
    },
  })
}

/** What later screens need of the reports, kept once it is known. */
async function noteFacts(tx: Db, by: By, order: SimOrder, reports: readonly Report[]) {
  const known = order.details
  const readyAt = reports.find((one) => targetOf(one) === 'switch_ready')?.at
  const trackingNo = factOf(reports, 'trackingNo')
  const merge = {
    ...(known.readyAt === undefined && readyAt !== undefined ? { readyAt } : {}),
    ...(known.trackingNo === undefined && trackingNo !== undefined
      ? { trackingNo, tracking: { carrierName: '配送会社', trackingNo } }
      : {}),
  }
  if (Object.keys(merge).length === 0) return order
  const expectedOn = readyAt === undefined ? undefined : toTokyoDate(autoSwitchAt(readyAt))
  return simOrder.patch(order.order_no, { merge, expectedOn })(tx, by)
}

async function walk(tx: Db, by: By, from: SimOrder, report: Report): Promise<SimOrder> {
  const target = targetOf(report)
  if (target === undefined) return from
  const { wish: ordered, switchBy } = from.details
  if (target === 'cancelled') {
    if (!simOrderStates.can(from.state, 'cancelled', 'member')) return from
    const step = { event: 'cancelled', at: report.at } as const
    return simOrder.advance(from.order_no, step)(tx, { ...by, actor: 'member' })
  }
  const state = target === 'switched' && switchBy === 'system' ? 'auto_switched' : target
  const events = ordered.simSize === 'esim' ? profileEvents : cardEvents
  const { reason } = report.facts
  const details = typeof reason === 'string' ? { reason } : {}
  let order = from
  for (const { event, actor } of shortestPath(simOrderStates, from.state, state, events) ?? [])
    order = await simOrder.advance(from.order_no, { event, at: report.at, details })(tx, {
      ...by,
      actor,
    })
  return order
}
