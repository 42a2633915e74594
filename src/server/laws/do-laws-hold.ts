import { sql } from 'kysely'
import type { DatabaseHandle } from '#backend/db/connect.ts'

/** For /health: no law was found broken the last time, and each was checked to its end. */
export async function doLawsHold({ db }: Pick<DatabaseHandle, 'db'>): Promise<boolean> {
  const { rows } = await sql`
    select from law_check where broken <> '[]' or unfinished <> '{}'`.execute(db)
  return rows.length === 0
}
