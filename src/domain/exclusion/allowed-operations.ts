import { operations, type Operation } from '#vocabulary/operation.ts'
import type { ContractState } from '../contract/contract-states.ts'
import type { Actor } from '../machine.ts'
import { isBefore, type Instant } from '../tokyo.ts'
import type { ContractFacts, LineFacts } from './facts.ts'
import { inProgress, type InProgress } from './in-progress.ts'
import { blockers, matrix, type Verdict, type Wish } from './matrix.ts'
import { operationRules } from './operation-rules.ts'
import { onceOver } from './once-over.ts'
import { ownLimits, type Limit } from './own-limits.ts'
import { blockerReasons, passingReasons, type ReasonCode } from './reason.ts'

/** Whether an operation may begin now; if not, why and from when. */
export type Allowance = {
  readonly operation: Operation
  readonly lineId?: string | undefined
  readonly allowed: boolean
  /** An allowed cancellation may be queued behind an order; a port-out may replace a cancellation. */
  readonly effect: Exclude<Verdict, 'refused'> | undefined
  readonly reasonCode?: ReasonCode | undefined
  /** In the future, and then it is allowed if what is under way ends when it is expected to. */
  readonly freeFrom?: Instant | undefined
  readonly blockedByOrderNo?: string | undefined
  /** It will be allowed without anybody doing anything, so the wish may be put in the queue. */
  readonly queueable: boolean
}

/** Every operation, for the contract or for each of its lines, as the member's screens ask for it. */
export function allowedOperations(
  facts: ContractFacts,
  now: Instant,
  actor: Actor = 'member',
): readonly Allowance[] {
  return operations.flatMap((operation) =>
    operationRules[operation].on === 'contract'
      ? [allowanceOf(operation, facts, now, undefined, actor)]
      : facts.lines.map((line) => allowanceOf(operation, facts, now, line.lineId, actor)),
  )
}

/**
 * A lasting reason is named before a passing one, and of several passing ones the one that ends last. Its date is given,
 * and waiting offered, only if the operation will be allowed then.
 */
export function allowanceOf(
  operation: Operation,
  facts: ContractFacts,
  now: Instant,
  lineId?: string,
  actor: Actor = 'member',
): Allowance {
  const rule = operationRules[operation]
  const line = facts.lines.find((one) => one.lineId === lineId)
  const refuse = (reasonCode: ReasonCode, more: Partial<Allowance> = {}): Allowance => ({
    operation,
    lineId,
    allowed: false,
    effect: undefined,
    reasonCode,
    queueable: false,
    ...more,
  })

  if (!rule.actors.includes(actor)) return refuse('ACCESS_DENIED')
  if (!rule.states.includes(facts.state)) return refuse(wrongState(operation, facts.state))
  if (rule.on === 'line' && !isLive(line)) return refuse('LINE_NOT_ACTIVE')

  const inTheWay = rule.wish === undefined ? [] : met(rule.wish, inProgress(facts, now), lineId)
  const limit = ownLimits[operation]({ facts, line, now, actor })
  const limits = [
    ...inTheWay
      .filter(({ verdict }) => verdict === 'refused')
      .map(({ what }) => limitOf(what, operation)),
    ...(limit === undefined ? [] : [limit]),
  ]
  const lasting = limits.find((one) => !passingReasons.includes(one.reasonCode))
  if (lasting !== undefined)
    return refuse(lasting.reasonCode, { blockedByOrderNo: lasting.orderNo })
  const last = lastToEnd(limits, now)
  if (last !== undefined) {
    const { reasonCode, freeFrom, orderNo } = last
    const at = freeFrom ?? latest(limits) ?? now
    const { allowed } = allowanceOf(operation, onceOver(facts, at), at, lineId, actor)
    return refuse(reasonCode, {
      blockedByOrderNo: orderNo,
      freeFrom: allowed ? freeFrom : undefined,
      queueable: allowed && rule.wish !== undefined,
    })
  }

  const effect = inTheWay.find((one) => one.verdict !== 'ok')
  return {
    operation,
    lineId,
    allowed: true,
    effect: effect?.verdict === 'queued' || effect?.verdict === 'replaces' ? effect.verdict : 'ok',
    blockedByOrderNo: effect?.what.orderNo,
    queueable: false,
  }
}

function limitOf({ blocker, orderNo, freeFrom, repeatFrom }: InProgress, wish: Operation): Limit {
  const isSecond = wish === 'portOut' && repeatFrom !== undefined
  return {
    reasonCode: blockerReasons[blocker],
    orderNo,
    freeFrom: isSecond ? repeatFrom : freeFrom,
  }
}

/** What has no known end, or is overdue, counts as ending after everything that has one. */
function lastToEnd(limits: readonly Limit[], now: Instant): Limit | undefined {
  const known = limits.filter(({ freeFrom }) => freeFrom !== undefined && isBefore(now, freeFrom))
  const unknown = limits.find((one) => !known.includes(one))
  if (unknown !== undefined) return { ...unknown, freeFrom: undefined }
  const end = latest(known)
  return known.find(({ freeFrom }) => freeFrom === end)
}

function latest(limits: readonly Limit[]): Instant | undefined {
  return limits
    .flatMap(({ freeFrom }) => (freeFrom === undefined ? [] : [freeFrom]))
    .toSorted((a, b) => Temporal.Instant.compare(a, b))
    .at(-1)
}

type Met = { readonly what: InProgress; readonly verdict: Verdict }

/** What of all that is in progress meets the wish, the weightiest first. */
function met(wish: Wish, all: readonly InProgress[], lineId: string | undefined): readonly Met[] {
  return blockers.flatMap((blocker) => {
    const { verdict, reach, exceptFor } = matrix[blocker][wish]
    return all
      .filter((what) => what.blocker === blocker && reaches(what, reach, lineId))
      .filter(({ suspension }) => suspension === undefined || !exceptFor.includes(suspension))
      .map((what) => ({ what, verdict }))
  })
}

/**
 * Does it concern the wish? For a line: what is on the contract, on the line itself, or anywhere
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

function wrongState(operation: Operation, state: ContractState): ReasonCode {
  const early: readonly ContractState[] = [
    'applied',
    'id_check',
    'accepted',
    'preparing',
    'shipped',
    'activating',
  ]
  if (!early.includes(state)) return 'CONTRACT_ENDED'
  if (operation === 'initialCancel') return 'INITIAL_CANCEL_NOT_APPLICABLE'
  return operation === 'paperCopy' ? 'DOCUMENT_NOT_READY' : 'CONTRACT_NOT_ACTIVE'
}
