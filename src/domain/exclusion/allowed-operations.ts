import { operations, type Operation } from '#vocabulary/operation.ts'
import type { ContractState } from '../contract/contract-states.ts'
import type { Refusal } from '#vocabulary/refusal.ts'
import type { Actor } from '../machine.ts'
import { lockRefusal } from '../lock/lock.ts'
import { ok, refused, type Outcome } from '../outcome.ts'
import { isBefore, type Instant } from '../tokyo.ts'
import type { ContractFacts, LineFacts } from './facts.ts'
import { inProgress, type InProgress } from './in-progress.ts'
import { blockers, type Column, type Verdict } from './matrix.ts'
import type { OperationRule } from './rule.ts'
import { operationRules } from './operation-rules.ts'
import { onceOver } from './once-over.ts'
import { blockerReasons, passingReasons, type ReasonCode } from './reason.ts'

/** How an allowed operation begins. */
export type Permitted = {
  /** A cancellation may be queued behind an order; a port-out may replace a cancellation. */
  readonly effect: Exclude<Verdict, 'refused'>
  /** The order it is queued behind. */
  readonly behind?: string | undefined
}

export type AskedOperation = {
  readonly operation: Operation
  readonly lineId: string | undefined
  readonly may: Outcome<Permitted, ReasonCode>
}

/** Every operation, for the contract or for each of its lines, as the member's screens ask for it. */
export function allowedOperations(
  facts: ContractFacts,
  now: Instant,
  actor: Actor = 'member',
): readonly AskedOperation[] {
  const ask = (operation: Operation, lineId?: string) => ({
    operation,
    lineId,
    may: mayBegin(operation, facts, now, lineId, actor),
  })
  return operations.flatMap((operation) =>
    operationRules[operation].on === 'contract'
      ? [ask(operation)]
      : facts.lines.map(({ lineId }) => ask(operation, lineId)),
  )
}

/**
 * Whether an operation may begin now; if not, why and from when. A lasting reason is named before a passing one, and of
 * several passing ones the one that ends last. Its date is in the future and given, and waiting offered, only if the
 * operation will be allowed then, if what is under way ends when it is expected to.
 */
export function mayBegin(
  operation: Operation,
  facts: ContractFacts,
  now: Instant,
  lineId?: string,
  actor: Actor = 'member',
): Outcome<Permitted, ReasonCode> {
  const rule = operationRules[operation]
  const line = facts.lines.find((one) => one.lineId === lineId)
  const inTheWay = rule.blockedBy ? met(rule.blockedBy, inProgress(facts, now), lineId) : []
  const blocking = inTheWay.filter(({ verdict }) => verdict === 'refused')
  const own = rule.limit?.({ facts, line, now, actor })
  const locked = rule.lockedBy && lockRefusal(facts.locks ?? [], rule.lockedBy, now)
  const limits = [
    ...blocking.map(({ what }) => limitOf(what, rule)),
    ...(own === undefined ? [] : [own]),
    ...(locked === undefined ? [] : [locked]),
  ]
  const isAllowedAt = (at: Instant) =>
    mayBegin(operation, onceOver(facts, at), at, lineId, actor).ok
  const refusal =
    outOfTheQuestion(rule, { state: facts.state, line, actor }) ??
    waitsForHeirs(operation, facts, actor) ??
    weightiest(limits, now, rule.blockedBy !== undefined, isAllowedAt)
  if (refusal !== undefined) return refused(refusal.code, refusal)

  const [first] = inTheWay.filter(({ verdict }) => verdict !== 'ok')
  const effect = first?.verdict
  return ok({
    effect: effect === 'queued' || effect === 'replaces' ? effect : 'ok',
    behind: first?.what.orderNo,
  })
}

/** Not by this actor, or not in this state of the contract or the line. */
function outOfTheQuestion(
  rule: OperationRule,
  asked: { state: ContractState; line: LineFacts | undefined; actor: Actor },
): Refusal<ReasonCode, Instant> | undefined {
  if (!rule.actors.includes(asked.actor)) return { code: 'ACCESS_DENIED' }
  if (!rule.states.includes(asked.state)) return { code: wrongState(rule, asked.state) }
  return rule.on === 'line' && !isLive(asked.line) ? { code: 'LINE_NOT_ACTIVE' } : undefined
}

/** Of what costs nothing and binds nobody: a lost phone is stopped, and the family saves its data. */
const leftToEverybody: readonly Operation[] = ['lineSuspend', 'highSpeedSwitch']

/** Staff lift a stop for fraud by an act of their own, which two people decide. */
const leftToStaff: readonly Operation[] = [...leftToEverybody, 'lineResume']

/**
 * While heirs are waited for nobody changes the contract by the account of the person who has died: neither who has the
 * login, nor who telephones.
 */
function waitsForHeirs(
  operation: Operation,
  { successionOpen = false }: ContractFacts,
  actor: Actor,
): Refusal<ReasonCode, Instant> | undefined {
  if (!successionOpen || (actor !== 'member' && actor !== 'staff')) return undefined
  const left = actor === 'staff' ? leftToStaff : leftToEverybody
  return left.includes(operation) ? undefined : { code: 'SUCCESSION_OPEN' }
}

/** A lasting reason, or of several passing ones the one that ends last. */
function weightiest(
  limits: readonly Refusal<ReasonCode, Instant>[],
  now: Instant,
  isQueueable: boolean,
  isAllowedAt: (at: Instant) => boolean,
): Refusal<ReasonCode, Instant> | undefined {
  const lasting = limits.find(({ code }) => !passingReasons.includes(code))
  if (lasting !== undefined) return { ...lasting, freeFrom: undefined }
  const last = lastToEnd(limits, now)
  if (last === undefined) return undefined
  const isAllowed = isAllowedAt(last.freeFrom ?? latest(limits) ?? now)
  return {
    ...last,
    freeFrom: isAllowed ? last.freeFrom : undefined,
    queueable: isAllowed && isQueueable,
  }
}

function limitOf(
  { blocker, orderNo, freeFrom, repeatFrom }: InProgress,
  { repeats }: OperationRule,
): Refusal<ReasonCode, Instant> {
  const isSecond = repeats === blocker && repeatFrom !== undefined
  return {
    code: blockerReasons[blocker],
    blockedBy: orderNo,
    freeFrom: isSecond ? repeatFrom : freeFrom,
  }
}

/** What has no known end, or is overdue, counts as ending after everything that has one. */
function lastToEnd(
  limits: readonly Refusal<ReasonCode, Instant>[],
  now: Instant,
): Refusal<ReasonCode, Instant> | undefined {
  const known = limits.filter(({ freeFrom }) => freeFrom !== undefined && isBefore(now, freeFrom))
  const unknown = limits.find((one) => !known.includes(one))
  if (unknown !== undefined) return { ...unknown, freeFrom: undefined }
  const end = latest(known)
  return known.find(({ freeFrom }) => freeFrom === end)
}

function latest(limits: readonly Refusal<ReasonCode, Instant>[]): Instant | undefined {
  return limits
    .flatMap(({ freeFrom }) => (freeFrom === undefined ? [] : [freeFrom]))
    .toSorted((a, b) => Temporal.Instant.compare(a, b))
    .at(-1)
}

type Met = { readonly what: InProgress; readonly verdict: Verdict }

/** What of all that is in progress meets the request, the weightiest first. */
function met(
  column: Column,
  all: readonly InProgress[],
  lineId: string | undefined,
): readonly Met[] {
  return blockers.flatMap((blocker) => {
    const { verdict, reach, exceptFor } = column[blocker]
    return all
      .filter((what) => what.blocker === blocker && reaches(what, reach, lineId))
      .filter(({ suspension }) => suspension === undefined || !exceptFor.includes(suspension))
      .map((what) => ({ what, verdict }))
  })
}

/**
 * Does it concern the request? For a line: what is on the contract, on the line itself, or anywhere
 * when the cell reaches the whole contract. For the contract: everything, except that one line
 * suspended or leaving does not hold up the others (ours).
 */
export function reaches(
  what: InProgress,
  reach: 'line' | 'contract',
  lineId: string | undefined,
): boolean {
  if (what.lineId === undefined) {
    const addOrder = what.blocker === 'simOrderOpen'
    return !addOrder || lineId === undefined
  }
  if (lineId !== undefined) return what.lineId === lineId || reach === 'contract'
  return what.blocker !== 'suspended' && what.blocker !== 'cancellationBooked'
}

function isLive(line: LineFacts | undefined): boolean {
  return line !== undefined && line.state !== 'preparing' && line.state !== 'ended'
}

function wrongState({ tooEarly }: OperationRule, state: ContractState): ReasonCode {
  const early: readonly ContractState[] = [
    'applied',
    'id_check',
    'accepted',
    'preparing',
    'shipped',
    'activating',
  ]
  return early.includes(state) ? tooEarly : 'CONTRACT_ENDED'
}
