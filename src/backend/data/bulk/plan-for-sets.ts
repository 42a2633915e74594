import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'

/**
 * PostgreSQL knows nothing about the sets within the statement and takes them for a few rows: no set is walked through
 * for each row of another. What is to be looked up by its key is written as a lateral part with a limit.
 */
export async function planForSets(tx: Db) {
  await sql`select set_config('enable_nestloop', 'off', true), set_config('work_mem', '32MB', true),
    set_config('jit', 'off', true)`.execute(tx)
}

/** The same where each table is read for the contracts of a list only: however few rows it has, by its index. */
export async function planByKeys(tx: Db) {
  await planForSets(tx)
  await sql`select set_config('enable_seqscan', 'off', true)`.execute(tx)
}

/** For the rest of the transaction. */
export async function planAsUsual(tx: Db) {
  await sql`select set_config('enable_nestloop', 'on', true), set_config('enable_seqscan', 'on', true)`.execute(
    tx,
  )
}
