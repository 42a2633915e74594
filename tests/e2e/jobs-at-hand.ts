import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseHandle } from '#backend/db/connect.ts'

/** Resolves when nothing waits in the queue and nothing is being done. What is tried again later does not count. */
export async function untilJobsAreDone(database: Pick<DatabaseHandle, 'pool'>): Promise<void> {
  while (await hasJobsAtHand(database)) await pause(20)
}

/** The same, after the worker's first round: the last that it asks for is the check of all laws. */
export async function untilFirstRoundIsDone(database: Pick<DatabaseHandle, 'pool'>): Promise<void> {
  const asked = () => database.pool.query(`select 1 from pgboss.job where name = 'laws' limit 1`)
  while ((await asked()).rows.length === 0) await pause(20)
  await untilJobsAreDone(database)
}

async function hasJobsAtHand({ pool }: Pick<DatabaseHandle, 'pool'>) {
  const { rows } = await pool.query(
    `select 1 from pgboss.job
     where state in ('created', 'retry', 'active') and start_after <= now() limit 1`,
  )
  return rows.length > 0
}
