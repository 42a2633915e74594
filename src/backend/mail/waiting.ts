import type { Db } from '#backend/db/connect.ts'
import { isBefore, type Instant } from '#domain/tokyo.ts'

/** When the oldest message that is not sent was written, by channel; none where nothing waits. */
export async function oldestMessages(db: Db) {
  return db
    .selectFrom('mail_message')
    .select(['channel', ({ fn }) => fn.min('queued_at').as('queued_at')])
    .where('state', '=', 'queued')
    .groupBy('channel')
    .execute()
}

/** A hundred thousand mails go out within an hour; what is older has been forgotten or is refused. */
const LONGEST_WAIT_MINUTES = 60

/** Whether messages go out: none has waited for longer than a full queue takes. */
export async function areMessagesSent(db: Db, now: Instant): Promise<boolean> {
  const limit = now.subtract({ minutes: LONGEST_WAIT_MINUTES })
  return (await oldestMessages(db)).every(({ queued_at }) => !isBefore(queued_at, limit))
}
