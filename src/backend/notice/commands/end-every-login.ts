import { endWaysWithoutLogin } from '#backend/connection/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { endSessions, type Desk } from '#backend/login/desk.ts'
import { endPushes } from '#backend/push/subscriptions.ts'
import { withoutMessages } from '#backend/step/record-change.ts'

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
