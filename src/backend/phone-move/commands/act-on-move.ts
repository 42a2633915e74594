import { findLine, isFrozen, lockContract } from '#backend/contract/contracts.ts'
import type { By, Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { endHold, type HoldRow } from '#backend/hold/holds.ts'
import { findOrder } from '#backend/contract/orders.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import { requireOk } from '#backend/refusal.ts'
import { decideRollBack, decideSwitch, decideWithdrawal } from '#domain/phone-move/decide-move.ts'
import { phoneMoveStates } from '#domain/phone-move/move-states.ts'
import type { Instant } from '#domain/tokyo.ts'
import { moveMessage } from '../messages.ts'
import { phoneMove } from '../procedure.ts'
import type { MoveOrder } from '../rows/details.ts'
import { askBack } from './ask-back.ts'
import { requestAct } from './ask-carrier.ts'
import type { MoveDeps } from './begin-move.ts'

async function lockedMove(tx: Db, contractId: string, orderNo: string): Promise<MoveOrder> {
  await lockContract(tx, contractId)
  return phoneMove.find(tx, { contractId, orderNo })
}

const lineOfMove = (tx: Db, { contract_id, line_id }: MoveOrder) =>
  findLine(tx, contract_id, line_id ?? '')

/** The new phone has been seen: the line goes over to it. @throws RefusalError MOVE_NOT_SEEN, SUSPENDED */
export async function switchMove(tx: Db, deps: MoveDeps, who: Who, orderNo: string) {
  const order = await lockedMove(tx, who.contractId, orderNo)
  const line = await lineOfMove(tx, order)
  requireOk(decideSwitch(order.state, isFrozen(line)))
  await requestAct(tx, deps, who, order, line, 'move-switch')
  return takeOrderStep(tx, deps.engine, who, {
    procedure: phoneMove,
    step: phoneMove.advance(orderNo, {
      event: 'switch_asked',
      merge: { switchAttempts: order.details.switchAttempts + 1, actAnswer: null },
    }),
    audit: { action: 'phone-move-switch-asked' },
  })
}

/** @throws RefusalError MOVE_NOT_SWITCHED, ROLL_BACK_OVER, ROLL_BACK_LOST */
export async function rollBackMove(tx: Db, deps: MoveDeps, who: Who, orderNo: string) {
  const order = await lockedMove(tx, who.contractId, orderNo)
  const { state, undo_until: until, details } = order
  const asked = { state, undoUntil: until ?? undefined, wasLost: details.wasLost }
  requireOk(decideRollBack(asked, who.now))
  return askBack(tx, deps, who, order)
}

/**
 * Gives the move up before the line was switched over: the profile is void, and the phone of before works as ever.
 * @throws RefusalError ORDER_NOT_CANCELLABLE
 */
export async function withdrawMove(tx: Db, deps: MoveDeps, who: Who, orderNo: string) {
  const order = await lockedMove(tx, who.contractId, orderNo)
  requireOk(decideWithdrawal(order.state))
  return withdraw(tx, deps, who, order)
}

/** Before the switch-over, by the member or by whoever has the link. */
export async function withdraw(tx: Db, deps: MoveDeps, who: By, order: MoveOrder) {
  const isAsked = order.held_until === null
  if (isAsked) await requestAct(tx, deps, who, order, await lineOfMove(tx, order), 'move-cancel')
  const withdrawn = await takeOrderStep(tx, deps.engine, who, {
    procedure: phoneMove,
    step: phoneMove.advance(order.order_no, {
      event: 'withdrawn',
      expectedOn: null,
      merge: { letterSealed: null },
    }),
    audit: { action: 'phone-move-withdrawn' },
    message: (facts) => moveMessage('withdrawn', facts),
  })
  await endHold(tx, order.order_no, who.now)
  return withdrawn
}

/**
 * Somebody stops the move by the link that every contact got: before the switch-over it is given up, within the day after it the
 * line goes back, also where the owner could not have asked for that (the phone of before was lost).
 */
export async function stopMove(tx: Db, deps: MoveDeps, hold: HoldRow, now: Instant) {
  const { account_id: accountId, contract_id: contractId, order_no: orderNo } = hold
  if (contractId === null) return
  const who: Who = { actor: 'member', accountId, contractId, now }
  await lockContract(tx, contractId)
  const row = await findOrder(tx, contractId, orderNo)
  if (!phoneMove.owns(row) || row.closed_at !== null) return
  const order = phoneMove.read(row)
  if (phoneMoveStates.can(order.state, 'withdrawn', 'member')) {
    await withdraw(tx, deps, who, order)
    return
  }
  // Asked of the carrier already, or not answered yet: what comes back is met when it comes (advance-move.ts).
  if (order.state === 'switched') await askBack(tx, deps, who, order, true)
  else await phoneMove.patch(orderNo, { merge: { stoppedByLink: true } })(tx, who)
}
