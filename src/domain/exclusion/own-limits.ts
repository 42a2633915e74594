import type { Operation } from '#vocabulary/operation.ts'
import type { Refusal } from '#vocabulary/refusal.ts'
import { planOn } from '../catalogue/plan.ts'
import { ruleValue } from '../catalogue/rules.ts'
import { suspensions } from '../contract/contract-states.ts'
import type { Actor } from '../machine.ts'
import { cancellationUndoUntil } from '../policy/cut-off.ts'
import { initialCancellationClock } from '../policy/initial-cancellation.ts'
import { mnpValidity } from '../policy/mnp-number.ts'
import { isBefore, toTokyoDate, type Instant } from '../tokyo.ts'
import type { CancellationFact, ContractFacts, LineFacts } from './facts.ts'
import { isOpenOrder } from './in-progress.ts'
import type { ReasonCode } from './reason.ts'

type Asked = {
  readonly facts: ContractFacts
  /** Set for operations on a line. */
  readonly line: LineFacts | undefined
  readonly now: Instant
  readonly actor: Actor
}

const none = () => undefined

/** What each operation asks for itself, beside the matrix. */
export const ownLimits: Readonly<
  Record<Operation, (asked: Asked) => Refusal<ReasonCode, Instant> | undefined>
> = {
  planSizeChange: none,
  planSizeUndo: ({ facts: { planSize }, now }) => {
    if (planSize?.state !== 'reserved') return { code: 'NOTHING_BOOKED' }
    return isBefore(now, planSize.undoUntil)
      ? undefined
      : { code: 'UNDO_LIMIT_PASSED', blockedBy: planSize.orderNo }
  },
  simAdd: ({ facts, now }) => {
    const today = toTokyoDate(now)
    if (!planOn(facts.planCode, today).shareable) return { code: 'PLAN_NOT_SHAREABLE' }
    // A booked size comes into force whatever is added before, and must carry the further line too.
    const { planSize } = facts
    if (
      planSize?.state === 'reserved' &&
      !planOn(planSize.planCode, planSize.effectiveOn).shareable
    )
      return { code: 'BOOKED_PLAN_NOT_SHAREABLE', blockedBy: planSize.orderNo }
    return linesWithComing(facts) >= ruleValue('linesMax', today)
      ? { code: 'LINE_LIMIT_REACHED' }
      : undefined
  },
  simReissue: none,
  simKindChange: none,
  lineCancel: none,
  contractCancel: none,
  cancelUndo: ({ facts, now }) => {
    const bookings = [facts.cancellation, ...facts.lines.map((line) => line.cancellation)]
    const limits = bookings.map((one) => undoLimit(one, now))
    return limits.includes(undefined)
      ? undefined
      : (limits.find((one) => one?.code === 'UNDO_LIMIT_PASSED') ?? limits[0])
  },
  initialCancel: ({ facts, now }) => {
    const { documentReceivedOn, serviceStartedOn } = facts
    // The eight days begin with the document, or with service if that is later.
    if (documentReceivedOn === undefined || serviceStartedOn === undefined) return undefined
    return isBefore(now, initialCancellationClock(documentReceivedOn, serviceStartedOn).closesAt)
      ? undefined
      : { code: 'INITIAL_CANCEL_PERIOD_OVER' }
  },
  portOut: ({ line, now }) => {
    if (line?.kind !== 'voice') return { code: 'NOT_VOICE_LINE' }
    const { issuedOn, state } = line.portOut ?? {}
    // What was refused was never valid, so nothing of it has to cool down.
    if (issuedOn === undefined || state === 'refused') return undefined
    const { expiresAt, renewableAt } = mnpValidity(issuedOn)
    const cooling = !isBefore(now, expiresAt) && isBefore(now, renewableAt)
    return cooling
      ? { code: 'MNP_NUMBER_COOLDOWN', freeFrom: renewableAt, blockedBy: line.portOut?.orderNo }
      : undefined
  },
  optionJoin: none,
  optionLeave: none,
  topUp: ({ facts }) => {
    if (facts.state === 'suspended') return { code: 'SUSPENDED' }
    return facts.unpaid ? { code: 'UNPAID' } : undefined
  },
  highSpeedSwitch: ({ facts, line, now }) => {
    if (facts.state === 'suspended' || line?.state === 'suspended') return { code: 'SUSPENDED' }
    if (line?.highSpeedChangedAt === undefined) return undefined
    const seconds = ruleValue('highSpeedChangePause', toTokyoDate(now))
    const freeFrom = line.highSpeedChangedAt.add({ seconds })
    return isBefore(now, freeFrom) ? { code: 'HIGH_SPEED_CHANGED_RECENTLY', freeFrom } : undefined
  },
  lineSuspend: ({ line }) =>
    line?.state === 'suspended' ? { code: 'ALREADY_SUSPENDED' } : undefined,
  lineResume: ({ line, actor }) =>
    line?.state === 'suspended' &&
    line.suspension !== undefined &&
    suspensions[line.suspension].resumedBy.includes(actor)
      ? undefined
      : { code: 'NOT_SUSPENDED_AS_LOST' },
  paperCopy: ({ facts: { paper } }) =>
    paper === 'ordered' || paper === 'printed' || paper === 'shipped'
      ? { code: 'PAPER_ALREADY_ORDERED' }
      : undefined,
}

/** An ordered line is prepared in its place: the order and the line that waits for it are one. */
function linesWithComing({ lines, addOrders }: ContractFacts): number {
  const preparing = lines.filter(({ state }) => state === 'preparing').length
  const others = lines.filter(({ state }) => state !== 'preparing' && state !== 'ended').length
  return others + Math.max(preparing, addOrders.filter(isOpenOrder).length)
}

/** A queued booking can be undone at any time, a reserved one until the day before its last day. */
function undoLimit(
  booking: CancellationFact | undefined,
  now: Instant,
): Refusal<ReasonCode, Instant> | undefined {
  if (booking?.state === 'queued') return undefined
  if (booking?.state !== 'reserved' || booking.lastDay === undefined)
    return { code: 'NOTHING_BOOKED' }
  return isBefore(now, cancellationUndoUntil(booking.lastDay))
    ? undefined
    : { code: 'UNDO_LIMIT_PASSED', blockedBy: booking.orderNo }
}
