import type { Db } from '#backend/db/connect.ts'
import { sourceRefOf } from '../messages.ts'

/** How many members were notified that it began. */
export async function countNotified(db: Db, outageId: string): Promise<number> {
  const { count } = await db
    .selectFrom('notice')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('source_ref', '=', sourceRefOf(outageId, 'opened'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
