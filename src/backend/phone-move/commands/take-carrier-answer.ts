import type { ExchangeOutcome } from '#backend/carrier/exchange.ts'
import { keepReports } from '#backend/carrier/reports.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import { findOrder } from '#backend/contract/orders.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import { phoneMoveStates, type PhoneMoveEvent } from '#domain/phone-move/move-states.ts'
import type { Instant } from '#domain/tokyo.ts'
import { moveMessage } from '../messages.ts'
import { phoneMove } from '../procedure.ts'
import type { MoveOrder } from '../rows/details.ts'
import { withdraw } from './act-on-move.ts'
import { advanceMove } from './advance-move.ts'
import type { MoveDeps } from './begin-move.ts'

/** What the carrier's answer to a request of ours means for the move. Silence is shown, and met when the answer comes. */
export async function takeCarrierAnswer(
  tx: Db,
  deps: MoveDeps,
  outcome: ExchangeOutcome,
  now: Instant,
): Promise<void> {
  const { orderNo, contractId, request } = outcome
  if (orderNo === null || request.type !== 'order') return
  await lockContract(tx, contractId)
  const row = await findOrder(tx, contractId, orderNo)
  if (!phoneMove.owns(row) || row.closed_at !== null) return
  const by: By = { actor: 'carrier', contractId, now }
  const order = phoneMove.read(row)
  switch (request.kind) {
    case 'move-profile':
      await phoneMove.patch(orderNo, { merge: { carrierAnswer: outcome.state } })(tx, by)
      if (outcome.state === 'rejected') await takeRefusal(tx, deps, outcome, now)
      return
    case 'move-switch':
      await takeActAnswer(tx, deps, by, order, { outcome, refused: 'switch_refused' })
      return
    case 'move-back':
      await takeActAnswer(tx, deps, by, order, { outcome, refused: 'roll_back_refused' })
      return
    default:
  }
}

/** A refusal is a report like any other: kept once, and read together with the rest. */
async function takeRefusal(tx: Db, deps: MoveDeps, outcome: ExchangeOutcome, now: Instant) {
  const { contractId, exchangeId } = outcome
  const key = { contractId, orderNo: outcome.orderNo ?? '' }
  const facts = { reason: outcome.answer['reason'] }
  const answer = { eventId: 'answer', state: 'rejected', at: now.toString(), facts }
  const exchange = { ...key, exchangeId, kind: 'move-profile' }
  await keepReports(tx, deps.sealing, exchange, [answer], now)
  await advanceMove(tx, deps, key, now)
}

type ActAnswer = { readonly outcome: ExchangeOutcome; readonly refused: PhoneMoveEvent }

async function takeActAnswer(
  tx: Db,
  deps: MoveDeps,
  by: By,
  order: MoveOrder,
  { outcome, refused }: ActAnswer,
) {
  const { order_no: orderNo, state } = order
  const patched = await phoneMove.patch(orderNo, { merge: { actAnswer: outcome.state } })(tx, by)
  if (outcome.state !== 'rejected' || !phoneMoveStates.can(state, refused)) return
  const details = { reason: outcome.answer['reason'] }
  const occasion = refused === 'switch_refused' ? 'switchRefused' : 'rollBackRefused'
  const again = String(patched.details.switchAttempts + patched.details.backAttempts)
  const back = await takeOrderStep(tx, deps.engine, by, {
    procedure: phoneMove,
    step: phoneMove.advance(orderNo, { event: refused, details, merge: { actAnswer: null } }),
    audit: { action: `phone-move-${refused.replaceAll('_', '-')}`, details },
    message: (facts) => moveMessage(occasion, facts, again),
  })
  // Stopped by the link meanwhile: nothing was switched over, so nothing is left of the move.
  if (back.state === 'seen' && back.details.stoppedByLink)
    await withdraw(tx, deps, { ...by, actor: 'member' }, back)
}
