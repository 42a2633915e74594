import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'

/** Leaves a push service alone for so long: all workers together, by the database's clock. */
export async function pauseService(db: Db, service: string, seconds: number): Promise<void> {
  await sql`
    insert into push_pause as p (service, until) values
      (${service}, clock_timestamp() + make_interval(secs => ${seconds}))
    on conflict (service) do update set until = greatest(p.until, excluded.until)`.execute(db)
}

/** For how many seconds more a service is left alone; 0 where it is not. */
export async function pausedSeconds(db: Db, service: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from until - clock_timestamp()))::integer as seconds
    from push_pause where service = ${service} and until > clock_timestamp()`.execute(db)
  return rows[0]?.seconds ?? 0
}
