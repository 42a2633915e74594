import { cancellationStates } from './cancellation-states.ts'
import { mayBegin } from '../exclusion/allowed-operations.ts'
import type { CancellationFact, ContractFacts } from '../exclusion/facts.ts'
import { isBooked, isOpenOrder } from '../exclusion/in-progress.ts'
import type { ReasonCode } from '../exclusion/reason.ts'
import type { Actor } from '../machine.ts'
import { ok, refused, type Outcome } from '../outcome.ts'
import { cancellationTiming, cancellationUndoUntil } from './timing.ts'
import { endOfDay, isBefore, type Instant, type TokyoDate } from '../tokyo.ts'

/** Without `lineId` it is about the whole contract. */
export type CancellationCommand = {
  readonly type: 'book' | 'undo' | 'release' | 'execute'
  readonly lineId?: string | undefined
}

export type CancellationEventRecord =
  | {
      readonly type: 'queued'
      readonly behindOrderNo: string | undefined
      readonly lastDay: TokyoDate
    }
  | { readonly type: 'booked'; readonly lastDay: TokyoDate; readonly undoUntil: Instant }
  | { readonly type: 'undone' | 'last_day_ended'; readonly orderNo: string }

export type CancellationRefusal = ReasonCode | 'NOTHING_BOOKED' | 'UNDO_LIMIT_PASSED' | 'NOT_DUE'

type Decided = Outcome<readonly CancellationEventRecord[], CancellationRefusal>

/**
 * Books the cancellation of a line or of the contract (behind an open SIM order: in the queue),
 * undoes it, releases it from the queue, or ends the service after its last day.
 */
export function decideCancellation(
  command: CancellationCommand,
  facts: ContractFacts,
  now: Instant,
  actor: Actor = 'member',
): Decided {
  const { lineId } = command
  const booking =
    lineId === undefined
      ? facts.cancellation
      : facts.lines.find((line) => line.lineId === lineId)?.cancellation
  switch (command.type) {
    case 'book':
      return book(facts, now, lineId, actor)
    case 'undo':
      return undo(booking, now, actor)
    case 'release':
      return release(booking, facts, lineId)
    case 'execute':
      return execute(booking, now)
  }
}

function book(
  facts: ContractFacts,
  now: Instant,
  lineId: string | undefined,
  actor: Actor,
): Decided {
  const operation = lineId === undefined ? 'contractCancel' : 'lineCancel'
  const may = mayBegin(operation, facts, now, lineId, actor)
  if (!may.ok) return may
  const lastDay = cancellationTiming(now).effectiveOn
  if (may.value.effect === 'queued')
    return ok([{ type: 'queued', behindOrderNo: may.value.behind, lastDay }])
  return ok([booked(lastDay)])
}

function undo(booking: CancellationFact | undefined, now: Instant, actor: Actor): Decided {
  if (!cancellationStates.by('undone').includes(actor)) return refused('ACCESS_DENIED')
  if (booking?.state === 'queued') return ok([{ type: 'undone', orderNo: booking.orderNo }])
  if (booking?.state === 'awaiting_succession') return refused('UNDO_LIMIT_PASSED')
  if (booking?.state !== 'reserved' || booking.lastDay === undefined)
    return refused('NOTHING_BOOKED')
  return isBefore(now, cancellationUndoUntil(booking.lastDay))
    ? ok([{ type: 'undone', orderNo: booking.orderNo }])
    : refused('UNDO_LIMIT_PASSED', { facts: { lastDay: booking.lastDay } })
}

/** The SIM order it waited for has ended: the last day counts from the request. */
function release(
  booking: CancellationFact | undefined,
  facts: ContractFacts,
  lineId: string | undefined,
): Decided {
  if (booking?.state !== 'queued' || booking.lastDay === undefined) return refused('NOTHING_BOOKED')
  const orders = [
    ...(lineId === undefined ? facts.addOrders : []),
    ...facts.lines
      .filter((line) => lineId === undefined || line.lineId === lineId)
      .flatMap((line) => line.simOrders),
  ]
  const open = orders.find(isOpenOrder)
  return open === undefined
    ? ok([booked(booking.lastDay)])
    : refused(open.kind === 'kindChange' ? 'KIND_CHANGE_OPEN' : 'SIM_ORDER_OPEN')
}

/** Also while it is queued: a long SIM order does not move the last day. One that awaited a succession had its last day. */
function execute(booking: CancellationFact | undefined, now: Instant): Decided {
  if (booking === undefined || !isBooked(booking)) return refused('NOTHING_BOOKED')
  if (booking.state === 'awaiting_succession')
    return ok([{ type: 'last_day_ended', orderNo: booking.orderNo }])
  if (booking.lastDay === undefined) return refused('NOTHING_BOOKED')
  return isBefore(now, endOfDay(booking.lastDay))
    ? refused('NOT_DUE', { facts: { lastDay: booking.lastDay } })
    : ok([{ type: 'last_day_ended', orderNo: booking.orderNo }])
}

function booked(lastDay: TokyoDate): CancellationEventRecord {
  return { type: 'booked', lastDay, undoUntil: cancellationUndoUntil(lastDay) }
}
