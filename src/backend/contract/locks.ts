import type { Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { rowsOf } from '#backend/db/rows.ts'
import type { Database } from '#backend/db/tables.ts'
import type { Lock } from '#domain/lock/lock.ts'

export type LockRow = Selectable<Database['contract_lock']>

/** The locks the member has ever set, as the rules read them. */
export async function findLocks(db: Db, contractId: string): Promise<LockRow[]> {
  return rowsOf(db, 'contract_lock', { contract_id: contractId }, 'kind')
}

export function lockFrom(row: LockRow): Lock {
  const { kind, state, wait_hours: waitHours, shorter_wait_hours, shorter_from, lifts_at } = row
  return {
    kind,
    state,
    waitHours,
    shorter:
      shorter_wait_hours === null || shorter_from === null
        ? undefined
        : { waitHours: shorter_wait_hours, from: shorter_from },
    liftsAt: lifts_at ?? undefined,
  }
}
