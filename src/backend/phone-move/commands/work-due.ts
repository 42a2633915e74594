import { pollOrders } from '#backend/carrier/poll.ts'
import { createEventTaker, type EventTaker } from '#backend/carrier/reports.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import { keyOf, type OrderKey } from '#backend/contract/orders.ts'
import type { By } from '#backend/contract/who.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import { endHold } from '#backend/hold/holds.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import type { Log } from '#backend/log.ts'
import type { CarrierPort } from '#backend/ports/carrier.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import type { PhoneMoveEvent, PhoneMoveState } from '#domain/phone-move/move-states.ts'
import { isBefore, type Instant } from '#domain/tokyo.ts'
import { moveMessage, type MoveOccasion } from '../messages.ts'
import { phoneMove } from '../procedure.ts'
import { checkExpiry } from '../queries/status.ts'
import type { MoveOrder } from '../rows/details.ts'
import { advanceMove } from './advance-move.ts'
import type { MoveDeps } from './begin-move.ts'

type Deps = MoveDeps & {
  readonly database: DatabaseHandle
  readonly carrier: CarrierPort
  readonly log: Log
  readonly now: () => Instant
}

const ownKinds = ['move-profile', 'move-switch', 'move-back']

/** Takes what the carrier says of moves, by callback or found by polling. */
export const takerOfReports = (deps: Deps): EventTaker =>
  createEventTaker(deps, ownKinds, (tx, order, now) => advanceMove(tx, deps, order, now))

const atTheCarrier: readonly PhoneMoveState[] = [
  'requested',
  'profile_ready',
  'downloaded',
  'seen',
  'switching',
  'switched',
  'rolling_back',
]

/** Asks the carrier after every move under way, and after what was last asked of it: the safety net under its callbacks. */
export async function pollCarrier(deps: Deps): Promise<void> {
  const { carrier, log, database } = deps
  const take = takerOfReports(deps)
  const orders = await phoneMove.findOpen(database.db, atTheCarrier)
  await pollOrders({ carrier, log, take }, orders)
  const acts = orders.map(phoneMove.read).flatMap((order) => {
    const exchangeId = actUnderWay(order)
    return exchangeId === undefined ? [] : [{ ...order, details: { exchangeId } }]
  })
  await pollOrders({ carrier, log, take }, acts)
}

/** The request to which a switch-over or a roll-back is still owed. */
function actUnderWay({ state, details }: MoveOrder): string | undefined {
  const { exchangeId, switchAttempts, backAttempts } = details
  if (state === 'switching') return `${exchangeId}-s${switchAttempts}`
  return state === 'rolling_back' ? `${exchangeId}-b${backAttempts}` : undefined
}

/** The day in which the line could go back is over: the move is complete. */
export const completeMoves = (deps: Deps, now: Instant) =>
  endDue(deps, now, ['switched'], {
    isDue: ({ undo_until: until }) => until === null || !isBefore(now, until),
    event: 'undo_passed',
  })

/** Whoever has not shown the chip within a day, or typed the code of the letter in its time, begins anew. */
export const lapseUnproved = (deps: Deps, now: Instant) =>
  endDue(deps, now, ['id_check'], {
    isDue: (order) => !isBefore(now, checkExpiry(order)),
    event: 'expired',
    occasion: 'unproved',
  })

type Due = {
  readonly isDue: (order: MoveOrder) => boolean
  readonly event: PhoneMoveEvent
  readonly occasion?: MoveOccasion
}

async function endDue(deps: Deps, now: Instant, states: readonly PhoneMoveState[], due: Due) {
  const { database, log } = deps
  for (const key of (await phoneMove.findOpen(database.db, states)).map(keyOf))
    await isolated(log, key, 'phone move could not be ended', () =>
      database.db.transaction().execute((tx) => endOne(tx, deps, { key, now, states }, due)),
    )
}

type Ended = {
  readonly key: OrderKey
  readonly now: Instant
  readonly states: readonly PhoneMoveState[]
}

async function endOne(tx: Db, deps: Deps, { key, now, states }: Ended, due: Due) {
  await lockContract(tx, key.contractId)
  const order = await phoneMove.find(tx, key)
  if (!states.includes(order.state) || !due.isDue(order)) return
  const by: By = { actor: 'system', contractId: key.contractId, now }
  const { event, occasion } = due
  const ended = await takeOrderStep(tx, deps.engine, by, {
    procedure: phoneMove,
    step: phoneMove.advance(key.orderNo, { event, undoUntil: null, merge: { letterSealed: null } }),
    audit: { action: `phone-move-${event.replaceAll('_', '-')}` },
    message: occasion === undefined ? undefined : (facts) => moveMessage(occasion, facts),
  })
  await endHold(tx, ended.order_no, now)
}
