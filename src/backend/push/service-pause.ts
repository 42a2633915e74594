import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'

/** Leaves a push service alone for so long: all workers together, by the database's clock. */
export async function pauseService(db: Db, service: string, seconds: number): Promise<void> {
  await sql`
    insert into push_pause as p (service, until) values
      (${service}, clock_timestamp() + make_interval(secs => ${seconds}))
    on conflict (service) do update set until = greatest(p.until, excluded.until)`.execute(db)
}
