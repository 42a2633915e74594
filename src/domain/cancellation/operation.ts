import type { Refusal } from '#vocabulary/refusal.ts'
import type { CancellationFact } from '../exclusion/facts.ts'
import { behind, type Column, fine, no } from '../exclusion/matrix.ts'
import type { ReasonCode } from '../exclusion/reason.ts'
import { begun, onContract, onLine, type OperationRules } from '../exclusion/rule.ts'
import { initialCancellationClock } from './initial-cancellation.ts'
import { cancellationTiming, cancellationUndoUntil } from './timing.ts'
import { type Instant, isBefore } from '../tokyo.ts'
import { ordersOf, type StoredOrder } from '../exclusion/stored-order.ts'
import { cancellationStates } from './cancellation-states.ts'

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

/** The cancellation of the whole contract. */
export const contractCancellation = (orders: readonly StoredOrder[]) =>
  cancellationFact(ordersOf(orders, 'contractCancel').at(-1))

/** The cancellation of a line, of the orders that concern it. */
export const lineCancellation = (orders: readonly StoredOrder[]) =>
  cancellationFact(ordersOf(orders, 'lineCancel').at(-1))

function cancellationFact(order: StoredOrder | undefined): CancellationFact | undefined {
  if (order === undefined || !cancellationStates.isState(order.state)) return undefined
  return {
    orderNo: order.orderNo,
    state: order.state,
    // Bookings queued by an older version have no stored day: it counts from the request.
    ...(order.state !== 'awaiting_succession' && {
      lastDay: order.effectiveOn ?? cancellationTiming(order.requestedAt).effectiveOn,
    }),
  }
}

/** The number of an initial cancellation that was submitted and is not accepted yet. */
export const submittedInitialCancel = (orders: readonly StoredOrder[]): string | undefined =>
  ordersOf(orders, 'initialCancel').at(-1)?.orderNo
