import type { Db } from '#backend/db/connect.ts'
import { above, columnsOf, findRow } from '#backend/db/rows.ts'
import { recordNote, type Acting } from '#backend/step/record-change.ts'
import type { Instant } from '#domain/tokyo.ts'
import { closeSessions } from './close-sessions.ts'

/** Logins last by a clock of their own, which the demo does not move. At the console it is known who acts. */
export type Desk = Pick<Acting, 'now' | 'staffId' | 'role' | 'traceKey'> & {
  readonly loginNow: Instant
}

/** @throws RangeError for an id that is neither an account's nor a contract's */
async function accountOf(db: Db, id: string): Promise<string> {
  const account = await findRow(db, 'account', { account_id: id }, 'account_id')
  const contract = await findRow(db, 'contract', { contract_id: id }, 'account_id')
  const accountId = account?.account_id ?? contract?.account_id
  if (accountId === undefined) throw new RangeError(`There is no account and no contract ${id}`)
  return accountId
}

/** The sessions of an account that are not over, the newest first. `id` is the account's or its contract's. */
export async function listSessions(db: Db, id: string, loginNow: Instant) {
  return db
    .selectFrom('session')
    .select(['created_at', 'last_seen_at', 'user_agent', 'address_masked'])
    .where('account_id', '=', await accountOf(db, id))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', loginNow)
    .orderBy('created_at', 'desc')
    .execute()
}

/**
 * Ends every session of an account. What lets in without one goes on: `endEveryLogin` ends that too.
 * @returns whose, and how many there were
 * @throws RangeError for an unknown id
 */
export async function endSessions(
  tx: Db,
  id: string,
  caseNo: string,
  { loginNow, ...by }: Desk,
): Promise<{ readonly accountId: string; readonly ended: number }> {
  const accountId = await accountOf(tx, id)
  const open = await columnsOf(tx, 'session', ['session_hash'], {
    account_id: accountId,
    ended_at: null,
    expires_at: above(loginNow),
  })
  const ended = await closeSessions(
    tx,
    accountId,
    by.now,
    open.map(({ session_hash: hash }) => hash),
  )
  await recordNote(
    tx,
    { actor: 'staff', accountId, ...by },
    { action: 'all-sessions-ended', target: accountId, details: { ended, case: caseNo } },
  )
  return { accountId, ended }
}
