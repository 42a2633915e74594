import { memberOf, type Caller } from '#backend/caller.ts'

/** Who makes a change, when and from where: for the change and for the audit of it. */
export type Who = {
  contractId: string
  accountId: string
  now: Temporal.Instant
  traceKey: string
  /** Names the session, whose row knows the device. */
  sessionHash: string
}

export function whoOf(caller: Caller): Who {
  return {
    ...memberOf(caller),
    now: caller.now,
    traceKey: caller.traceKey,
    sessionHash: caller.signedIn?.sessionHash ?? '',
  }
}

/** The part of an audit entry that tells who, when and from where. */
export function auditOf(who: Who, details: Record<string, unknown> = {}) {
  return {
    chain: who.contractId,
    at: who.now,
    actor: 'member' as const,
    accountId: who.accountId,
    traceKey: who.traceKey,
    details: { ...details, session: who.sessionHash.slice(0, 12) },
  }
}

/** The member whose wish waited; begun by the worker, so without a session. */
export function whoQueued(queued: {
  contractId: string
  accountId: string
  now: Temporal.Instant
}) {
  return { ...queued, traceKey: 'procedure-queue', sessionHash: '' }
}
