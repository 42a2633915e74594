import { isEid } from '#vocabulary/eid.ts'
import type { LineKind, ReissueReason, SimSize } from '#vocabulary/line.ts'
import type { OrderProcedure } from '#vocabulary/operation.ts'
import { ruleValue } from '../catalogue/rules.ts'
import { mayBegin } from '../exclusion/allowed-operations.ts'
import type { ContractFacts, SimOrderKind } from '../exclusion/facts.ts'
import type { ReasonCode } from '../exclusion/reason.ts'
import { mustIdentify } from '../identity/duty.ts'
import type { IdentityState } from '../identity/identity-states.ts'
import type { Actor } from '../machine.ts'
import { ok, refused, type Outcome } from '../outcome.ts'
import {
  addDays,
  endOfDay,
  isBefore,
  startOfDay,
  toTokyoDate,
  type Instant,
  type TokyoDate,
} from '../tokyo.ts'
import { simOrderStates, type SimOrderEvent, type SimOrderState } from './order-states.ts'

/** What the member orders. `kind` is the kind the line is to have; `lineId` is absent for a further line. */
export type SimOrderRequest = {
  readonly order: SimOrderKind
  readonly lineId?: string | undefined
  readonly kind: LineKind
  readonly simSize: SimSize
  readonly eid?: string | undefined
  readonly reason?: ReissueReason | undefined
  readonly nickname?: string | undefined
}

export type SimOrdered = {
  readonly type: 'ordered'
  readonly request: SimOrderRequest
  /** The next step: an identity check, or the preparation at once. */
  readonly nextEvent: Extract<SimOrderEvent, 'identity_requested' | 'preparation_started'>
  /** A line of another kind gets another number. */
  readonly numberChanges: boolean
}

export type SimOrderRefusal = ReasonCode | 'KIND_UNCHANGED' | 'EID_REQUIRED'

export const procedureOfKind = {
  add: 'simAdd',
  reissue: 'simReissue',
  kindChange: 'simKindChange',
} as const satisfies Readonly<Record<SimOrderKind, OrderProcedure>>

/** What can be said before the member has given the EID of the device. */
export function mayOrderSim(
  ordered: Pick<SimOrderRequest, 'order' | 'lineId' | 'kind'>,
  facts: ContractFacts,
  now: Instant,
  actor: Actor = 'member',
): Outcome<unknown, ReasonCode | 'KIND_UNCHANGED'> {
  const may = mayBegin(procedureOfKind[ordered.order], facts, now, ordered.lineId, actor)
  const line = facts.lines.find((one) => one.lineId === ordered.lineId)
  const isUnchanged = ordered.order === 'kindChange' && line?.kind === ordered.kind
  return may.ok && isUnchanged ? refused('KIND_UNCHANGED') : may
}

/** Orders a further line, a size change or reissue, or a change of kind. */
export function decideSimOrder(
  ordered: SimOrderRequest,
  facts: ContractFacts,
  identity: IdentityState,
  now: Instant,
  actor: Actor = 'member',
): Outcome<readonly SimOrdered[], SimOrderRefusal> {
  const may = mayOrderSim(ordered, facts, now, actor)
  if (!may.ok) return may
  if (ordered.simSize === 'esim' && !isEid(ordered.eid ?? '')) return refused('EID_REQUIRED')
  return ok([
    {
      type: 'ordered',
      request: ordered,
      nextEvent: needsIdentity(ordered, identity, toTokyoDate(now))
        ? 'identity_requested'
        : 'preparation_started',
      numberChanges: ordered.order === 'kindChange',
    },
  ])
}

/** A new line of a kind whose holder must be identified, by addition or by change of kind, needs a check. */
export function needsIdentity(
  { order, kind }: SimOrderRequest,
  identity: IdentityState,
  on: TokyoDate,
): boolean {
  return mustIdentify(kind, on) && order !== 'reissue' && identity !== 'matched'
}

export type SwitchOverRefusal = 'ORDER_NOT_SWITCHABLE' | 'SWITCH_HOUR_NOT_OFFERED'

/**
 * Hours on offer for the switch-over (ours): 9:00 to 20:00 on the hour, until the automatic one; where a cancellation waits
 * for the order, until its last day is over, with which the order ends.
 */
export function switchHours(
  readyAt: Instant,
  now: Instant,
  lastDay?: TokyoDate,
): readonly Instant[] {
  const automatic = autoSwitchAt(readyAt)
  const end = lastDay === undefined ? automatic : endOfDay(lastDay)
  const limit = isBefore(end, automatic) ? end : automatic
  const days = ruleValue('autoSwitchDays', toTokyoDate(readyAt))
  return Array.from({ length: days + 1 }, (_, n) => addDays(toTokyoDate(now), n))
    .flatMap((day) => Array.from({ length: 12 }, (_, n) => startOfDay(day).add({ hours: 9 + n })))
    .filter((hour) => isBefore(now, hour) && isBefore(hour, limit))
}

/** Without a choice the line is switched over at 00:00 of the day after the last day of choosing (ours). */
export function autoSwitchAt(readyAt: Instant): Instant {
  const today = toTokyoDate(readyAt)
  return startOfDay(addDays(today, ruleValue('autoSwitchDays', today) + 1))
}

export function decideSwitchOver(
  state: SimOrderState,
  readyAt: Instant,
  hour: Instant,
  now: Instant,
  lastDay?: TokyoDate,
): Outcome<{ readonly type: 'switch_booked'; readonly at: Instant }, SwitchOverRefusal> {
  if (!simOrderStates.can(state, 'switched'))
    return refused('ORDER_NOT_SWITCHABLE', { facts: { state } })
  const offered = switchHours(readyAt, now, lastDay).some((one) => one.equals(hour))
  return offered
    ? ok({ type: 'switch_booked', at: hour })
    : refused('SWITCH_HOUR_NOT_OFFERED', { facts: { hour: hour.toString() } })
}

export function decideOrderCancellation(
  state: SimOrderState,
  actor: Actor = 'member',
): Outcome<{ readonly type: 'cancelled' }, 'ORDER_NOT_CANCELLABLE'> {
  return simOrderStates.can(state, 'cancelled', actor)
    ? ok({ type: 'cancelled' })
    : refused('ORDER_NOT_CANCELLABLE', { facts: { state } })
}
