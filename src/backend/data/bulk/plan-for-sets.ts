import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'

/**
 * Turns nested loops off: PostgreSQL has no statistics of the sets within a statement, takes them for a few rows and
 * would go through one for each row of another. A look-up by key is written as a lateral part with a limit.
 */
export async function planForSets(tx: Db) {
  await sql`select set_config('enable_nestloop', 'off', true), set_config('work_mem', '32MB', true),
    set_config('jit', 'off', true)`.execute(tx)
}

/** The same for statements that read each table for a list of contracts: always by the index, however small the table. */
export async function planByKeys(tx: Db) {
  await planForSets(tx)
  await sql`select set_config('enable_seqscan', 'off', true)`.execute(tx)
}

/** Back to the planner's defaults for the rest of the transaction. */
export async function planAsUsual(tx: Db) {
  await sql`select set_config('enable_nestloop', 'on', true), set_config('enable_seqscan', 'on', true)`.execute(
    tx,
  )
}
