import { toLineName, toWireLine } from '#backend/contract/line-mapping.ts'
import { isFrozen, type LineRow } from '#backend/contract/contracts.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { decideRollBack } from '#domain/phone-move/decide-move.ts'
import { letterTriesLeft } from '#domain/phone-move/proof-letter.ts'
import { phoneMoveStates, workingSim } from '#domain/phone-move/move-states.ts'
import { formatRfc3339, type Instant } from '#domain/tokyo.ts'
import type { MoveSince } from '#vocabulary/phone-move.ts'
import { phoneMove } from '../procedure.ts'
import type { MoveOrder } from '../rows/details.ts'

type Known = {
  readonly sealing: Sealing
  readonly line: LineRow
  readonly now: Instant
  readonly since?: MoveSince | undefined
}

/** A move as its page shows it (wire PhoneMove); the code is asked for apart. */
export function toWireMove(order: MoveOrder, { sealing, line, now, since }: Known) {
  const { state, details, undo_until: undoUntil, held_until: onHoldUntil } = order
  const shown = phoneMove.pending(order)
  const { label, sentence } = shown ?? phoneMove.words(order, state)
  const undo = { state, undoUntil: undoUntil ?? undefined, wasLost: details.wasLost }
  const { status, suspensionReason } = toWireLine(line, sealing)
  const works = workingSim(state)
  return {
    orderNo: order.order_no,
    line: toLineName(line, sealing),
    state,
    stateLabel: label,
    message: sentence,
    works,
    fromSize: details.fromSize,
    proof: details.proof,
    phone: details.seenIn ?? details.device,
    // Stopped as lost meanwhile: after the switch-over nothing leads back to it either.
    wasLost: details.wasLost || (works === 'before' && suspensionReason === 'lost'),
    lineStatus: status,
    suspensionReason,
    since,
    isSilent: shown?.key === 'unanswered',
    startedAt: formatRfc3339(order.requested_at),
    onHoldUntil: whenSet(onHoldUntil),
    letter: letterOf(order),
    expiresAt: whenSet(details.expiresAt),
    readAgainAt: whenSet(details.repeatedAt),
    switchedAt: whenSet(details.switchedAt),
    rolledBackAt: whenSet(details.backAt),
    undoUntil: whenSet(undoUntil),
    canSwitch: phoneMoveStates.can(state, 'switch_asked', 'member') && !isFrozen(line),
    canRollBack: decideRollBack(undo, now).ok,
    canWithdraw: phoneMoveStates.can(state, 'withdrawn', 'member'),
    final: order.closed_at !== null,
    asOf: formatRfc3339(now),
  }
}

/** What of the letter is of use while its code is waited for. */
function letterOf({ state, details: { letter }, requested_at: askedAt }: MoveOrder) {
  if (letter === undefined || state !== 'id_check') return undefined
  const { sentTo, sentAt, trackingNo, expiresAt, tries } = letter
  return {
    sentTo,
    sentAt: whenSet(sentAt),
    trackingNo,
    expiresAt: formatRfc3339(expiresAt),
    triesLeft: letterTriesLeft(tries, askedAt),
  }
}

const whenSet = (at: Instant | null | undefined) => (at == null ? undefined : formatRfc3339(at))
