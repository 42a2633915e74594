import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { anyOfMany, updateRows } from '#backend/db/rows.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import type { Instant } from '#domain/tokyo.ts'
import { mailJob } from './outbox.ts'

const MAILS_A_ROUND = 1000

/**
 * Sends the mails that have waited long enough for their notice to be read, and leaves out those of notices that were. A
 * second run finds nothing.
 */
export async function releaseWaitingMails(
  { db, queue }: { readonly db: Db; readonly queue: JobQueue },
  now: Instant,
): Promise<void> {
  for (let released = MAILS_A_ROUND; released === MAILS_A_ROUND;)
    released = await db.transaction().execute((tx) => releaseRound(tx, queue, now))
}

async function releaseRound(tx: Db, queue: JobQueue, now: Instant): Promise<number> {
  const { rows } = await sql<{ mailId: string; state: string; noticeId: string }>`
    update mail_message m
    set state = case when n.read_at is null then 'queued' else 'left_out' end, waits_since = now()
    from notice n
    where n.account_id = m.account_id and m.source_ref = n.account_id || ':' || n.source_ref
      and m.mail_id in (
        select mail_id from mail_message where state = 'waiting' and held_until <= ${now.toString()}
        order by held_until limit ${MAILS_A_ROUND} for update skip locked)
    returning m.mail_id as "mailId", m.state, n.notice_id as "noticeId"`.execute(tx)
  const leftOut = rows.filter(({ state }) => state === 'left_out').map(({ noticeId }) => noticeId)
  if (leftOut.length > 0)
    await updateRows(tx, 'notice', { notice_id: anyOfMany(leftOut) }, { mailed: false })
  const ready = rows.filter(({ state }) => state === 'queued')
  if (ready.length > 0) await queue.send(tx, mailJob, ...ready.map(({ mailId }) => ({ mailId })))
  return rows.length
}
