import type { Db } from '#backend/db/connect.ts'
import { ABSOLUTE_HOURS } from '#vocabulary/login.ts'

/**
 * Whose login has run out in this browser, lately, of itself: one that was logged out has ended for whoever sits there.
 * @param sessionHash of the cookie that the browser still sends; undefined where it sends none
 */
export async function findOverSession(
  db: Db,
  sessionHash: string | undefined,
  loginNow: Temporal.Instant,
): Promise<{ readonly accountId: string; readonly browser: string } | undefined> {
  if (sessionHash === undefined) return undefined
  const row = await db
    .selectFrom('session')
    .select(['account_id', 'device_hash'])
    .where('session_hash', '=', sessionHash)
    .where('ended_at', 'is', null)
    .where('last_seen_at', '>', loginNow.subtract({ hours: ABSOLUTE_HOURS }))
    .executeTakeFirst()
  if (!row || row.device_hash === null) return undefined
  return { accountId: row.account_id, browser: row.device_hash }
}
