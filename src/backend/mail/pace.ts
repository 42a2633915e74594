import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'

/** Messages a second that a server takes from all workers together; undefined where there is no limit. */
export type SendPace = { readonly [channel in 'mail' | 'sms']?: number | undefined }

/**
 * Waits until the next message may go out. Each message reserves its time in one row, by the database's clock, so that all
 * workers together keep the pace.
 */
export async function waitForPace(db: Db, pace: SendPace, channel: keyof SendPace): Promise<void> {
  const aSecond = pace[channel]
  if (aSecond === undefined) return
  const step = sql`make_interval(secs => ${1 / aSecond})`
  const { rows } = await sql<{ wait_ms: number }>`
    insert into send_pace as p (channel, next_at) values (${channel}, clock_timestamp() + ${step})
    on conflict (channel) do update set next_at = greatest(p.next_at, clock_timestamp()) + ${step}
    returning (extract(epoch from next_at - ${step} - clock_timestamp()) * 1000)::float8 as wait_ms`.execute(
    db,
  )
  const waitMs = rows[0]?.wait_ms ?? 0
  if (waitMs > 0) await pause(waitMs)
}
