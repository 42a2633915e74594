import { sql } from 'kysely'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'

/** As somebody does who owns the database: no trigger and no reference between tables is looked at. */
export async function behindTheTriggers(
  { pool }: Pick<DatabaseHandle, 'pool'>,
  statement: string,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(statement)
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** The same for the rest of a transaction. */
export const withoutTriggers = (tx: Db) =>
  sql`set local session_replication_role = replica`.execute(tx)
