import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'

/** How long the oldest queued message has waited, by channel; undefined where none is queued. */
export async function longestWaits(db: Db) {
  const { rows } = await sql<{ channel: 'mail' | 'sms' | 'push'; seconds: number }>`
    select channel, extract(epoch from now() - min(waits_since))::float8 as seconds
    from mail_message where state = 'queued' group by channel
    union all
    select 'push', extract(epoch from now() - min(waits_since))::float8
    from push_message where state = 'queued' having count(*) > 0`.execute(db)
  return rows
}

/** A hundred thousand mails go out within an hour: an older message is stuck or refused. */
const LONGEST_WAIT_SECONDS = 3600

/** Whether messages go out: none is queued for longer than a full queue takes. */
export async function areMessagesSent(db: Db): Promise<boolean> {
  return (await longestWaits(db)).every(({ seconds }) => seconds <= LONGEST_WAIT_SECONDS)
}
