import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { Lock } from '#domain/lock/lock.ts'
import type { Instant } from '#domain/tokyo.ts'

/** @returns the version of the row, one higher with each change */
export async function saveLock(
  tx: Db,
  contractId: string,
  lock: Lock,
  now: Instant,
): Promise<number> {
  const row = {
    state: lock.state,
    wait_hours: lock.waitHours,
    shorter_wait_hours: lock.shorter?.waitHours ?? null,
    shorter_from: lock.shorter?.from ?? null,
    lifts_at: lock.liftsAt ?? null,
    changed_at: now,
  }
  const { version } = await tx
    .insertInto('contract_lock')
    .values({ contract_id: contractId, kind: lock.kind, ...row, version: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['contract_id', 'kind'])
        .doUpdateSet({ ...row, version: sql<number>`contract_lock.version + 1` }),
    )
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Contracts with a lift whose wait has passed and that is not yet written down as lifted. */
export async function contractsWithLiftsDue(db: Db, now: Instant): Promise<string[]> {
  const found = await db
    .selectFrom('contract_lock')
    .select('contract_id')
    .distinct()
    .where('state', '=', 'lifting')
    .where('lifts_at', '<=', now)
    .execute()
  return found.map(({ contract_id: contractId }) => contractId)
}
