import type { Refusal } from '#vocabulary/refusal.ts'
import type { CancellationFact } from '../exclusion/facts.ts'
import { behind, fine, no, type Column } from '../exclusion/matrix.ts'
import type { ReasonCode } from '../exclusion/reason.ts'
import { begun, onContract, onLine, type OperationRules } from '../exclusion/rule.ts'
import { initialCancellationClock } from './initial-cancellation.ts'
import { cancellationUndoUntil } from './timing.ts'
import { isBefore, type Instant } from '../tokyo.ts'

const leaving: Column = {
  suspended: fine,
  unpaid: fine,
  // A booked cancellation can only be undone, not booked again.
  cancellationBooked: no,
  // Both continue: the port or the last day, whichever comes first, ends the line.
  mnpNumberLive: fine,
  // A cancellation is not refused: the line is handed over at the month rollover or ends with its last day.
  handoverOpen: fine,
  kindChangeOpen: behind,
  simOrderOpen: behind,
}

export const cancellationRules = {
  lineCancel: onLine({ blockedBy: leaving, proof: 'freshLogin' }),
  contractCancel: onContract({ blockedBy: leaving, proof: 'freshLogin' }),
  cancelUndo: onContract({
    proof: 'freshLogin',
    limit: ({ facts, now }) => {
      const bookings = [facts.cancellation, ...facts.lines.map((line) => line.cancellation)]
      const limits = bookings.map((one) => undoLimit(one, now))
      return limits.includes(undefined)
        ? undefined
        : (limits.find((one) => one?.code === 'UNDO_LIMIT_PASSED') ?? limits[0])
    },
  }),
  initialCancel: onContract({
    states: begun,
    tooEarly: 'INITIAL_CANCEL_NOT_APPLICABLE',
    proof: 'freshLogin',
    limit: ({ facts, now }) => {
      const { documentReceivedOn, serviceStartedOn, initialCancelOrderNo: submitted } = facts
      if (submitted !== undefined) return { code: 'INITIAL_CANCEL_SUBMITTED', blockedBy: submitted }
      // The eight days begin with the document, or with service if that is later.
      if (documentReceivedOn === undefined || serviceStartedOn === undefined) return undefined
      return isBefore(now, initialCancellationClock(documentReceivedOn, serviceStartedOn).closesAt)
        ? undefined
        : { code: 'INITIAL_CANCEL_PERIOD_OVER' }
    },
  }),
} satisfies OperationRules

/** A queued booking can be undone at any time, a reserved one until the day before its last day. */
function undoLimit(
  booking: CancellationFact | undefined,
  now: Instant,
): Refusal<ReasonCode, Instant> | undefined {
  if (booking?.state === 'queued') return undefined
  if (booking?.state === 'awaiting_succession')
    return { code: 'UNDO_LIMIT_PASSED', blockedBy: booking.orderNo }
  if (booking?.state !== 'reserved' || booking.lastDay === undefined)
    return { code: 'NOTHING_BOOKED' }
  return isBefore(now, cancellationUndoUntil(booking.lastDay))
    ? undefined
    : { code: 'UNDO_LIMIT_PASSED', blockedBy: booking.orderNo }
}
