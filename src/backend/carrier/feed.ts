import type { Db } from '#backend/db/connect.ts'
import { addMonths, instant, toTokyoMonth, type Instant, type TokyoMonth } from '#domain/tokyo.ts'

/** Where the reading of one of the carrier's feeds goes on. */
export async function feedCursor(db: Db, source: 'calls' | 'usage'): Promise<string> {
  const row = await db
    .selectFrom('import_cursor')
    .select('cursor')
    .where('source', '=', source)
    .executeTakeFirst()
  return row?.cursor ?? ''
}

/** The months of a batch's records, that of the import, and the next one ahead of its time. */
export function monthsOf(times: ReadonlySet<string>, until: Instant): TokyoMonth[] {
  const month = toTokyoMonth(until)
  return [...[...times].map((time) => toTokyoMonth(instant(time))), month, addMonths(month, 1)]
}
