import type { StaffSession } from '#backend/caller.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { recordAct } from '#backend/step/record-change.ts'
import { staffChain } from '#backend/staff-access.ts'
import { staffIdTokenAad } from '../tables.ts'
import { endSessions } from './end-sessions.ts'

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
