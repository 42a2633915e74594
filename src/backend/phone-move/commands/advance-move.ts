import { advanceByReports } from '#backend/carrier/advance-order.ts'
import { factOf, type Report } from '#backend/carrier/reports.ts'
import { shortestPath } from '#backend/carrier/shortest-path.ts'
import { bookCharges, returnCharges } from '#backend/contract/booked-charges.ts'
import { findLine, type LineRow } from '#backend/contract/contracts.ts'
import { keyOf, type OrderKey } from '#backend/contract/orders.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { endHold } from '#backend/hold/holds.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import { switchLine } from '#backend/sim/public.ts'
import { moveCosts, rollBackUntil } from '#domain/phone-move/decide-move.ts'
import {
  phoneMoveStates,
  type PhoneMoveEvent,
  type PhoneMoveState,
} from '#domain/phone-move/move-states.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { hasMessage, moveMessage } from '../messages.ts'
import { phoneMove } from '../procedure.ts'
import { countMoves } from '../queries/free-moves.ts'
import type { MoveOrder } from '../rows/details.ts'
import { askBack } from './ask-back.ts'
import type { MoveDeps } from './begin-move.ts'

/** What the carrier may bring about by its reports. */
const reported: readonly PhoneMoveEvent[] = [
  'profile_ready',
  'downloaded',
  'seen',
  'switched',
  'rolled_back',
  'expired',
  'refused_by_carrier',
]

const ofProfile: Readonly<Record<string, PhoneMoveState>> = {
  profile_ready: 'profile_ready',
  downloaded: 'downloaded',
  seen: 'seen',
  expired: 'expired',
  failed: 'failed',
  rejected: 'failed',
}

/** Of a switch-over and a roll-back, which are orders of their own at the carrier, only the outcome counts. */
function targetOf({ kind, state }: Report): PhoneMoveState | undefined {
  if (kind === 'move-profile') return ofProfile[state]
  if (kind === 'move-switch' && state === 'switched') return 'switched'
  return kind === 'move-back' && state === 'rolled_back' ? 'rolled_back' : undefined
}

/** Brings a move to where the carrier's reports say it is. */
export async function advanceMove(tx: Db, deps: MoveDeps, key: OrderKey, now: Instant) {
  await advanceByReports(tx, deps.sealing, key, now, {
    procedure: phoneMove,
    noteFacts: (by, order, reports) => noteFacts(tx, deps, by, order, reports),
    walk: (by, order, report) => walk(tx, by, order, report),
    async takeEffect(by, order, reports) {
      const line = await findLine(tx, order.contract_id, order.line_id ?? '')
      await takeEffect(tx, deps, by, order, { line, reports })
    },
  })
}

/** What later screens need of the reports, and a second device that tried the code, of which every contact is told. */
async function noteFacts(
  tx: Db,
  deps: MoveDeps,
  by: By,
  order: MoveOrder,
  reports: readonly Report[],
): Promise<MoveOrder> {
  const { details } = order
  const expires = factOf(reports, 'expiresAt')
  const expiresAt = expires === undefined ? undefined : Temporal.Instant.from(expires)
  const name = factOf(reports, 'deviceName')
  const seenIn =
    name === undefined ? undefined : { maker: factOf(reports, 'deviceMaker') ?? '', name }
  const again = reports.findLast(({ state }) => state === 'download_repeated')?.at
  const isNewRepeat = again !== undefined && details.repeatedAt === undefined
  const merge = {
    ...(details.expiresAt === undefined && expiresAt !== undefined ? { expiresAt } : {}),
    ...(details.seenIn?.name === name || seenIn === undefined ? {} : { seenIn }),
    ...(isNewRepeat ? { repeatedAt: again } : {}),
  }
  if (Object.keys(merge).length === 0) return order
  const noted = await phoneMove.patch(order.order_no, {
    merge,
    ...(expiresAt && order.expected_on === null ? { expectedOn: toTokyoDate(expiresAt) } : {}),
  })(tx, by)
  if (!isNewRepeat) return noted
  return takeOrderStep(tx, deps.engine, by, {
    procedure: phoneMove,
    step: noted,
    audit: { action: 'phone-move-read-again' },
    message: (facts) => moveMessage('readAgain', facts),
  })
}

async function walk(tx: Db, by: By, from: MoveOrder, report: Report): Promise<MoveOrder> {
  const target = targetOf(report)
  if (target === undefined) return from
  const { reason } = report.facts
  const details = typeof reason === 'string' ? { reason } : {}
  let order = from
  for (const { event, actor } of shortestPath(phoneMoveStates, from.state, target, reported) ?? [])
    order = await phoneMove.advance(from.order_no, { event, at: report.at, details })(tx, {
      ...by,
      actor,
    })
  return order
}

type Effect = { readonly line: LineRow; readonly reports: readonly Report[] }

/** What the state that was reached means for the line, the bill and the member. */
async function takeEffect(tx: Db, deps: MoveDeps, by: By, order: MoveOrder, of: Effect) {
  const { state } = order
  let reached = order
  if (state === 'switched') reached = await bringOver(tx, deps, by, order, of)
  if (state === 'rolled_back') reached = await bringBack(tx, deps, by, order, of)
  if (phoneMove.isOver(state)) await endHold(tx, order.order_no, by.now)
  await takeOrderStep(tx, deps.engine, by, {
    procedure: phoneMove,
    step: reached,
    audit: { action: `phone-move-${state.replaceAll('_', '-')}` },
    message: hasMessage(state) ? (facts) => moveMessage(state, facts) : undefined,
  })
  // Stopped by the link while the carrier was silent.
  if (state === 'switched' && order.details.stoppedByLink)
    await askBack(tx, deps, { ...by, actor: 'member' }, reached, true)
}

const happenedAt = (reports: readonly Report[], wanted: PhoneMoveState, otherwise: Instant) =>
  reports.findLast((report) => targetOf(report) === wanted)?.at ?? otherwise

/** The line works by the eSIM. It costs something only now, so that what comes to nothing costs nothing. */
async function bringOver(tx: Db, deps: MoveDeps, by: By, order: MoveOrder, of: Effect) {
  const { line, reports } = of
  const at = happenedAt(reports, 'switched', by.now)
  const iccid = iccidOf(reports, 'move-switch')
  await switchLine(tx, deps.sealing, line, { kind: line.kind, simSize: 'esim', iccid }, at)
  const used = await countMoves(tx, order, order.requested_at)
  const costs = moveCosts(used, toTokyoDate(order.requested_at), deps.book)
  // Also one that was stopped as lost while the move was under way: whoever has it must not get the line.
  const wasLost = order.details.wasLost || line.suspension_reason === 'lost'
  await bookCharges(tx, { ...keyOf(order), lineId: line.line_id }, costs, by.now)
  return phoneMove.patch(order.order_no, {
    effectiveOn: toTokyoDate(at),
    expectedOn: null,
    undoUntil: wasLost ? null : rollBackUntil(at),
    merge: { wasLost, switchedAt: at, actAnswer: null, nextSteps: [] },
  })(tx, by)
}

/** The line works by the SIM of before, and the move has cost nothing. */
async function bringBack(tx: Db, deps: MoveDeps, by: By, order: MoveOrder, of: Effect) {
  const { line, reports } = of
  const at = happenedAt(reports, 'rolled_back', by.now)
  const iccid = iccidOf(reports, 'move-back')
  const { fromSize } = order.details
  await switchLine(tx, deps.sealing, line, { kind: line.kind, simSize: fromSize, iccid }, at)
  await returnCharges(tx, { ...keyOf(order), lineId: line.line_id }, by.now)
  return phoneMove.patch(order.order_no, {
    effectiveOn: null,
    undoUntil: null,
    merge: { backAt: at, actAnswer: null, nextSteps: [] },
  })(tx, by)
}

/** The serial of the SIM that this order has brought into force. */
const iccidOf = (reports: readonly Report[], kind: string) =>
  factOf(
    reports.filter((report) => report.kind === kind),
    'iccid',
  )
