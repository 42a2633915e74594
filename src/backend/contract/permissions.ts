import type { Operation } from '#vocabulary/operation.ts'
import type { Db } from '#backend/db/connect.ts'
import { Refusal } from '#backend/refusal.ts'
import { allowanceOf, type Allowance } from '#domain/exclusion/allowed-operations.ts'
import type { ContractFacts } from '#domain/exclusion/facts.ts'
import { operationRules } from '#domain/exclusion/operation-rules.ts'
import type { Actor } from '#domain/machine.ts'
import type { Outcome } from '#domain/outcome.ts'
import { formatRfc3339, startOfDay, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { errors, type ErrorCode } from '#protocol/errors.ts'
import { loadFacts } from './facts.ts'

/**
 * Asks the rules whether the operation may begin now, and refuses with the reason and the date it frees up.
 * To be asked inside the transaction that holds the contract's lock.
 * @throws Refusal with the rule's code; NOT_FOUND for a line that is not this contract's.
 */
export async function permissionFor(
  tx: Db,
  contractId: string,
  operation: Operation,
  asked: { now: Instant; lineId?: string; actor?: Actor },
): Promise<Allowance> {
  const facts = await loadFacts(tx, contractId)
  return requirePermission(facts, operation, asked)
}

/** As `permissionFor`, from facts that are already at hand. */
export function requirePermission(
  facts: ContractFacts,
  operation: Operation,
  asked: { now: Instant; lineId?: string; actor?: Actor },
): Allowance {
  if (asked.lineId !== undefined && !facts.lines.some(({ lineId }) => lineId === asked.lineId))
    throw new Refusal('NOT_FOUND')
  const allowance = allowanceOf(operation, facts, asked.now, asked.lineId, asked.actor)
  if (!allowance.allowed) throw refusalOf(allowance)
  return allowance
}

export function refusalOf(allowance: Allowance): Refusal {
  const { reasonCode, freeFrom, operation, lineId, blockedByOrderNo } = allowance
  return new Refusal(reasonCode ?? 'WRONG_STATE', {
    ...(freeFrom === undefined ? {} : { freeFrom: toDateOrInstant(freeFrom) }),
    ...(blockedByOrderNo === undefined ? {} : { blockedBy: blockedByOrderNo }),
    facts: { operation, ...(lineId === undefined ? {} : { lineId }) },
  })
}

/** The allowance as the screens are told it (wire Why). */
export function toWireWhy(allowance: Allowance) {
  const { allowed, reasonCode, freeFrom, blockedByOrderNo, queueable } = allowance
  if (allowed)
    return { allowed, ...(blockedByOrderNo === undefined ? {} : { blockedBy: blockedByOrderNo }) }
  return {
    allowed,
    ...(reasonCode === undefined ? {} : { reasonCode, message: errors[reasonCode].message }),
    ...(freeFrom === undefined ? {} : { freeFrom: toDateOrInstant(freeFrom) }),
    ...(blockedByOrderNo === undefined ? {} : { blockedBy: blockedByOrderNo }),
    queueable: queueable && operationRules[allowance.operation].beginsByItself,
  }
}

/** A date where it frees up at 00:00, else the instant (wire DateOrInstant). */
export function toDateOrInstant(at: Instant): string {
  const day = toTokyoDate(at)
  return Temporal.Instant.compare(startOfDay(day), at) === 0 ? day : formatRfc3339(at)
}

/** The value of a decision, or the refusal it gave. `NOT_DUE` is for sweeps, which look at it themselves. */
export function requireOk<Value>(decided: Outcome<Value, ErrorCode | 'NOT_DUE'>): Value {
  if (decided.ok) return decided.value
  const code = decided.code === 'NOT_DUE' ? 'WRONG_STATE' : decided.code
  throw new Refusal(code, { facts: decided.facts })
}
