import type pg from 'pg'
import { SchemaRefusal } from './migrate.ts'

/**
 * Refuses a pooler that gives a session to somebody else between two transactions (pgbouncer's `transaction` and `statement`):
 * locks that outlive a transaction would stay with nobody, and what a session is set to would be another's. Seen by the server's
 * process: one that is asked for under two sessions at once, or that changes while a second session is within a transaction.
 * @throws SchemaRefusal
 */
export async function refuseSharedSessions(pool: pg.Pool): Promise<void> {
  const first = await pool.connect()
  try {
    const before = await processOf(first)
    const second = await pool.connect()
    try {
      if (await begins(second)) {
        const other = await processOf(second)
        const after = await processOf(first)
        await second.query('rollback')
        if (other !== before && after === before) return
      }
    } finally {
      second.release()
    }
  } finally {
    first.release()
  }
  throw new SchemaRefusal(
    'DATABASE_URL leads to a pooler that shares its sessions (pgbouncer in transaction or statement mode): the portal needs pool_mode = session (docs/operations.md).',
  )
}

/** What pgbouncer answers to `begin` in statement mode, and closes the connection. No server of PostgreSQL does. */
const PROTOCOL_VIOLATION = '08P01'

async function begins(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('begin')
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === PROTOCOL_VIOLATION) return false
    throw error
  }
}

async function processOf(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}
