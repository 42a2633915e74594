import { recordAudit } from '#backend/audit.ts'
import { factOf, findReports, type Report } from '#backend/carrier/reports.ts'
import { wayTo } from '#backend/carrier/way.ts'
import { findLine, lockContract } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Outbox } from '#backend/mail/outbox.ts'
import {
  advanceOrder,
  findOrder,
  machineOf,
  noteOnOrder,
  type OrderRow,
} from '#backend/order/orders.ts'
import { nextStep } from '#backend/order/receipts.ts'
import { autoSwitchAt } from '#domain/sim/decide-sim-order.ts'
import type { SimOrderEvent, SimOrderState } from '#domain/sim/order-states.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { requestCancel, requestSwitch, type CarrierOrders } from './carrier-orders.ts'
import { returnCharges } from './charges.ts'
import { hasLetter, postSimLetter } from './letters.ts'
import { stepLine, switchLine } from './new-line.ts'
import { detailsOf, isSimOrder } from './wish.ts'

export type SimProgress = CarrierOrders & { outbox: Outbox }

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

/** What the state that was reached means for the line, the bill and the member. */
async function takeEffect(
  tx: Db,
  deps: SimProgress,
  order: OrderRow,
  reports: readonly Report[],
  now: Instant,
) {
  const details = detailsOf(order)
  const line = await lineOfOrder(tx, order)
  switch (order.state) {
    case 'preparing':
      if (details.cancelAskedAt) await requestCancel(tx, deps, order, line, now)
      return
    case 'switch_ready': {
      const { switchAt } = details
      if (switchAt && Temporal.Instant.compare(switchAt, now) <= 0)
        await requestSwitch(tx, deps, order, line, 'member', now)
      break
    }
    case 'switched':
    case 'auto_switched': {
      const number = factOf(reports, 'number')
      const iccid = factOf(reports, 'iccid')
      const at = reports.findLast((one) => targetOf(one)?.endsWith('switched'))?.at ?? now
      await switchLine(tx, deps.sealing, line, { ...details.wish, number, iccid }, at)
      await noteOnOrder(tx, keyOf(order), {
        now,
        effectiveOn: toTokyoDate(at),
        expectedOn: null,
        merge: { nextSteps: [nextStep('切り替えが完了しました。', at)] },
      })
      break
    }
    case 'cancelled':
    case 'failed':
      await endWithoutEffect(tx, order, now)
      break
    default:
      break
  }
  await recordAudit(tx, {
    chain: order.contract_id,
    at: now,
    actor: 'carrier',
    action: `sim-order-${order.state}`,
    target: order.order_no,
  })
  if (hasLetter(order.state))
    await postSimLetter(tx, deps.outbox, await addressee(tx, order), order.state, now)
}

/** A cancelled or failed order costs nothing and leaves no line behind. */
export async function endWithoutEffect(tx: Db, order: OrderRow, now: Instant) {
  const lineId = order.line_id ?? undefined
  await returnCharges(tx, { ...keyOf(order), lineId }, now)
  await noteOnOrder(tx, keyOf(order), {
    now,
    expectedOn: null,
    effectiveOn: null,
    merge: { nextSteps: [nextStep('料金はかかりません。')] },
  })
  if (order.procedure === 'simAdd' && lineId !== undefined)
    await stepLine(tx, await lineOfOrder(tx, order), 'preparation_cancelled')
}

export async function addressee(tx: Db, order: OrderRow) {
  const { account_id: accountId } = await tx
    .selectFrom('contract')
    .select('account_id')
    .where('contract_id', '=', order.contract_id)
    .executeTakeFirstOrThrow()
  return { accountId, order }
}

export async function lineOfOrder(db: Db, order: OrderRow) {
  return findLine(db, order.contract_id, order.line_id ?? '')
}
