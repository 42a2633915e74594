import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { Instant } from '#domain/tokyo.ts'

/**
 * Records of usage before this are gone: the laws that compare with records, and the import, begin here from now on. The
 * ledger's entries outlive the records.
 */
export async function noteUsageLetGo(tx: Db, before: Instant): Promise<void> {
  await sql`
    insert into usage_let_go as u (before) values (${before.toString()})
    on conflict (singleton) do update set before = greatest(u.before, excluded.before)`.execute(tx)
}
