import type { Db } from '#backend/db/connect.ts'

/** Up to when the carrier's usage is in: what every figure drawn from it says of itself. */
export async function readAsOf(db: Db, now: Temporal.Instant): Promise<Temporal.Instant> {
  const cursor = await db
    .selectFrom('import_cursor')
    .select('imported_at')
    .where('source', '=', 'usage')
    .executeTakeFirst()
  return cursor?.imported_at ?? now
}
