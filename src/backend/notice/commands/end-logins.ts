import { endWaysWithoutLogin } from '#backend/connection/public.ts'
import type { AccountWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { above, columnsOf, findRow, not } from '#backend/db/rows.ts'
import { closeSessions } from '#backend/login/close-sessions.ts'
import { endSessions, type Desk } from '#backend/login/desk.ts'
import { loginIdOf } from '#backend/login/login-id.ts'
import { endPushes } from '#backend/push/subscriptions.ts'
import { RefusalError } from '#backend/refusal.ts'
import { recordNote, withoutMessages, type StepDeps } from '#backend/step/record-change.ts'
import type { Instant } from '#domain/tokyo.ts'

/**
 * Ends the account's other sessions on the server, one or all: their cookies are worth nothing from here on. The session
 * that asks for it goes on.
 * @returns how many were ended
 * @throws RefusalError NOT_FOUND for a login that is unknown, over, the own one, or another account's
 */
export async function endLogins(
  tx: Db,
  deps: StepDeps,
  who: AccountWho,
  request: {
    /** Of the session that asks. */
    readonly sessionHash: string
    /** All others, if not given. */
    readonly loginId: string | undefined
    readonly loginNow: Instant
  },
): Promise<number> {
  const { accountId, now } = who
  const { sessionHash, loginId, loginNow } = request
  const others = await columnsOf(tx, 'session', ['session_hash'], {
    account_id: accountId,
    session_hash: not(sessionHash),
    ended_at: null,
    expires_at: above(loginNow),
  })
  // A login may have run out while its browser is still told.
  if (loginId === undefined) {
    await endPushesElsewhere(tx, accountId, sessionHash)
    // Programs and cards read without a login; who has their keys is out as well.
    await endWaysWithoutLogin(tx, deps, { accountId }, { actor: 'member', now, because: 'logins' })
  }
  const hashes = others
    .map(({ session_hash: hash }) => hash)
    .filter((hash) => loginId === undefined || loginIdOf(hash) === loginId)
  if (loginId !== undefined && hashes.length === 0) throw new RefusalError('NOT_FOUND')
  if (hashes.length === 0) return 0
  await closeSessions(tx, accountId, now, hashes)
  const details = { ended: hashes.length }
  await recordNote(tx, who, { action: 'other-sessions-ended', target: accountId, details })
  return hashes.length
}

async function endPushesElsewhere(tx: Db, accountId: string, sessionHash: string) {
  const own = await findRow(tx, 'session', { session_hash: sessionHash }, 'device_hash')
  await endPushes(tx, accountId, own?.device_hash ? { except: own.device_hash } : 'all')
}

/**
 * Shuts everybody out of an account, at the member's request to the desk or in an emergency: every login, and whatever lets in or
 * tells somebody without one. The audit names the case.
 * @returns how many logins there were
 * @throws RangeError for an id that is neither an account's nor a contract's
 */
export async function endEveryLogin(tx: Db, id: string, caseNo: string, by: Desk): Promise<number> {
  const { accountId, ended } = await endSessions(tx, id, caseNo, by)
  const { loginNow: _, ...acting } = by
  await endPushes(tx, accountId, 'all')
  const who = { ...acting, actor: 'staff', because: 'logins' } as const
  await endWaysWithoutLogin(tx, withoutMessages, { accountId }, who)
  return ended
}
