import type { Db } from '#backend/db/connect.ts'
import type { Instant } from '#domain/tokyo.ts'
import { staffIdTokenAad, type StaffSessionEnd } from '../tables.ts'
import type { StaffSession } from '#backend/caller.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { recordAct } from '#backend/step/record-change.ts'
import { staffChain } from '#backend/staff-access.ts'

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

/** @returns the id token, for the directory's own logout; undefined where the session was over already */
export async function signOut(
  tx: Db,
  { sealing }: { readonly sealing: Sealing },
  { sessionHash, staffId }: StaffSession,
  { now, loginNow }: { readonly now: Temporal.Instant; readonly loginNow: Temporal.Instant },
): Promise<string | undefined> {
  const [ended] = await endSessions(tx, { sessionHash }, 'signedOut', loginNow)
  if (ended === undefined) return undefined
  await recordAct(
    tx,
    { actor: 'staff', staffId, now, sessionHash },
    { chain: staffChain(staffId), action: 'staff-signed-out', target: staffId },
  )
  return sealing.open(staffIdTokenAad(sessionHash), ended.id_token_sealed)
}
