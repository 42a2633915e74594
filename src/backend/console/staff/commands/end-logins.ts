import type { SignedInStaff } from '#backend/caller.ts'
import type { Db } from '#backend/db/connect.ts'
import { notFound } from '#backend/refusal.ts'
import { recordAct } from '#backend/step/record-change.ts'
import { staffChain } from '#backend/staff-access.ts'
import { endSessions } from './end-sessions.ts'

/**
 * Ends every login of somebody of the staff at once: who has left, or whose device is lost.
 * @returns how many there were
 * @throws RefusalError NOT_FOUND
 */
export async function endLogins(
  tx: Db,
  { staffId: byId, role, sessionHash }: SignedInStaff,
  staffId: string,
  at: {
    readonly now: Temporal.Instant
    readonly loginNow: Temporal.Instant
    readonly traceKey: string
  },
): Promise<number> {
  // What the person is just doing is done, or finds the login ended.
  await tx
    .selectFrom('staff')
    .select('staff_id')
    .where('staff_id', '=', staffId)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
  const ended = await endSessions(tx, { staffId }, 'byStaff', at.loginNow)
  await recordAct(
    tx,
    { actor: 'staff', staffId: byId, role, sessionHash, now: at.now, traceKey: at.traceKey },
    {
      chain: staffChain(staffId),
      action: 'staff-logins-ended',
      target: staffId,
      details: { ended: ended.length },
    },
  )
  return ended.length
}
