import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'

/** The account a session belongs to. */
export type SignedIn = {
  sessionHash: string
  accountId: string
  subject: string
  staff: boolean
  /** The contract of this account, if it has one that is not merely applied for. */
  contractId: string | null
  authenticatedAt: Temporal.Instant
}

/** Who calls, when, and through which connection: all a handler may know besides its input. */
export type Caller = {
  /** For reading only (db/read-once.ts); for every other method the transaction the whole change runs in. */
  db: Db
  now: Temporal.Instant
  traceKey: string
  signedIn: SignedIn | undefined
}

export type Member = { accountId: string; contractId: string }

/** The caller's account; `access: 'account'` has already been checked, so a miss is a defect of the declaration. */
export function accountOf(caller: Caller): { accountId: string } {
  if (!caller.signedIn) throw new RefusalError('NOT_SIGNED_IN')
  return { accountId: caller.signedIn.accountId }
}

export function memberOf(caller: Caller): Member {
  const { accountId } = accountOf(caller)
  const contractId = caller.signedIn?.contractId
  if (!contractId) throw new RefusalError('ACCESS_DENIED')
  return { accountId, contractId }
}

/** Minutes within which the password must have been typed for port-out, cancellation and SIM orders (ours). */
const FRESH_LOGIN_MINUTES = 10

/** Whether the password was typed lately enough for what wants it. */
export function isFreshLogin(caller: Caller): boolean {
  const since = caller.signedIn?.authenticatedAt
  const limit = caller.now.subtract({ minutes: FRESH_LOGIN_MINUTES })
  return since !== undefined && Temporal.Instant.compare(since, limit) >= 0
}

/** @throws RefusalError FRESH_LOGIN_REQUIRED: the screen sends the member to log in again and back. */
export function requireFreshLogin(caller: Caller) {
  if (!isFreshLogin(caller)) throw new RefusalError('FRESH_LOGIN_REQUIRED')
}
