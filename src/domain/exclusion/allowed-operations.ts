import { operations, type Operation } from '#vocabulary/operation.ts'
import type { ContractState } from '../contract/contract-states.ts'
import type { Actor } from '../machine.ts'
import type { Instant } from '../tokyo.ts'
import type { ContractFacts, LineFacts } from './facts.ts'
import { inProgress, type InProgress } from './in-progress.ts'
import { blockers, matrix, type Verdict, type Wish } from './matrix.ts'
import { operationRules } from './operation-rules.ts'
import { ownLimits } from './own-limits.ts'
import { blockerReasons, passingReasons, type ReasonCode } from './reason.ts'

/** Whether an operation may begin now; if not, why and from when. */
export type Allowance = {
  readonly operation: Operation
  readonly lineId?: string | undefined
  readonly allowed: boolean
  /** An allowed cancellation may be queued behind an order; a port-out may replace a cancellation. */
  readonly effect: Exclude<Verdict, 'refused'> | undefined
  readonly reasonCode?: ReasonCode | undefined
  readonly freeFrom?: Instant | undefined
  readonly blockedByOrderNo?: string | undefined
  /** It frees up by itself, so the wish may be put in the queue. */
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
    queueable: rule.wish !== undefined && passingReasons.includes(reasonCode),
    ...more,
  })

  if (!rule.actors.includes(actor)) return refuse('ACCESS_DENIED')
  if (!rule.states.includes(facts.state)) return refuse(wrongState(operation, facts.state))
  if (rule.on === 'line' && !isLive(line)) return refuse('LINE_NOT_ACTIVE')

  const inTheWay = rule.wish === undefined ? [] : met(rule.wish, inProgress(facts, now), lineId)
  const refusal = inTheWay.find((one) => one.verdict === 'refused')
  if (refusal !== undefined) {
    const { blocker, orderNo, repeatFrom } = refusal.what
    const isSecond = rule.wish === 'portOut' && repeatFrom !== undefined
    const freeFrom = isSecond ? repeatFrom : refusal.what.freeFrom
    return refuse(blockerReasons[blocker], { freeFrom, blockedByOrderNo: orderNo })
  }

  const limit = ownLimits[operation]({ facts, line, now, actor })
  if (limit !== undefined)
    return refuse(limit.reasonCode, { freeFrom: limit.freeFrom, blockedByOrderNo: limit.orderNo })

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
