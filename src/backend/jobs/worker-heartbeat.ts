import { sql } from 'kysely'
import type { DatabaseHandle } from '#backend/db/connect.ts'

/** How often a worker says that it lives. */
export const WORKER_HEARTBEAT_MS = 10_000
/** Some heartbeats may be late before it counts as gone. */
const GONE_AFTER_SECONDS = 45

/** By the database's own clock, so that machines whose clocks differ agree, and a demo's moved time does not matter. */
export async function noteWorker({ db }: Pick<DatabaseHandle, 'db'>): Promise<void> {
  await db
    .updateTable('clock_setting')
    .set({ worker_seen_at: sql<Temporal.Instant>`clock_timestamp()` })
    .execute()
}

/** Whether any worker has lately said that it lives. */
export async function isWorkerThere({ db }: Pick<DatabaseHandle, 'db'>): Promise<boolean> {
  const found = await db
    .selectFrom('clock_setting')
    .select('singleton')
    .where(
      'worker_seen_at',
      '>',
      sql<Temporal.Instant>`clock_timestamp() - make_interval(secs => ${GONE_AFTER_SECONDS})`,
    )
    .executeTakeFirst()
  return found !== undefined
}
