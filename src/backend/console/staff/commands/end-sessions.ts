import type { Db } from '#backend/db/connect.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { StaffSessionEnd } from '../tables.ts'

/**
 * Ends logins at the console on the server: their cookies are worth nothing from here on.
 * @param of one session, or all of a person
 * @returns those that were open
 */
export async function endSessions(
  tx: Db,
  of: { readonly sessionHash: string } | { readonly staffId: string },
  because: StaffSessionEnd,
  loginNow: Instant,
) {
  const ending = tx
    .updateTable('staff_session')
    .set({ ended_at: loginNow, ended_because: because })
    .where('ended_at', 'is', null)
    .returning(['session_hash', 'staff_id', 'id_token_sealed'])
  return 'sessionHash' in of
    ? ending.where('session_hash', '=', of.sessionHash).execute()
    : ending.where('staff_id', '=', of.staffId).execute()
}
