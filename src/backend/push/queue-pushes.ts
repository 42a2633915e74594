import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { defineJob, type JobQueue } from '#backend/jobs/queue.ts'
import { isPushed, quietUntil } from '#domain/notice/push.ts'
import type { Instant } from '#domain/tokyo.ts'
import { pushAad } from './aad.ts'
import { payloadOf, pushWords, type PushableMessage } from './payload.ts'

/** A push service answers within some hundredths of a second: 100,000 an hour are 28 a second. */
const PUSHES_AT_ONCE = 8

/** Of no use a day later: tried as long as that, the pause between doubling to ten minutes. */
export const pushJob = defineJob({
  name: 'push-send',
  payload: z.object({ pushId: z.string() }),
  atOnce: PUSHES_AT_ONCE,
  retryLimit: 200,
  retryDelaySeconds: 5,
  longestRetryDelaySeconds: 600,
})

/** One message to one account, and the notice of it in my page. */
export type Raised = {
  readonly accountId: string
  readonly noticeId: string
  readonly message: PushableMessage
}

/**
 * Writes what is pushed to the devices of these accounts, in the transaction that gives rise to it, and queues what may go
 * out now; what falls into a device's quiet hours waits for their end.
 * @returns the notices that some device is told of
 */
export async function queuePushes(
  tx: Db,
  { sealing, queue }: { readonly sealing: Sealing; readonly queue: JobQueue },
  raised: readonly Raised[],
  now: Instant,
): Promise<ReadonlySet<string>> {
  const accountIds = [...new Set(raised.map(({ accountId }) => accountId))]
  const devices = await tx
    .selectFrom('push_subscription')
    .select(['account_id', 'subscription_id', 'kinds', 'with_details', 'quiet_from', 'quiet_until'])
    .where('account_id', '=', sql<string>`any(${accountIds})`)
    .execute()
  const byAccount = Map.groupBy(devices, (device) => device.account_id)
  const rows = raised.flatMap(({ accountId, noticeId, message }) =>
    (byAccount.get(accountId) ?? [])
      .filter((device) => isPushed(message.kind, device))
      .map((device) => {
        const pushId = newId('pm')
        const beginsAt = quietUntil(message.kind, quietOf(device), now)
        return {
          account_id: accountId,
          push_id: pushId,
          subscription_id: device.subscription_id,
          notice_id: noticeId,
          kind: message.kind,
          title: pushWords(message, device.with_details).title,
          payload_sealed: sealing.seal(
            pushAad.payload(pushId),
            payloadOf(message, device.with_details),
          ),
          state: beginsAt === undefined ? ('queued' as const) : ('waiting' as const),
          begins_at: beginsAt ?? null,
          queued_at: now,
          sent_at: null,
        }
      }),
  )
  if (rows.length === 0) return new Set()
  await tx.insertInto('push_message').values(rows).execute()
  const ready = rows.filter(({ state }) => state === 'queued')
  if (ready.length > 0)
    await queue.send(tx, pushJob, ...ready.map(({ push_id: pushId }) => ({ pushId })))
  return new Set(rows.map((row) => row.notice_id))
}

export const quietOf = (row: {
  readonly quiet_from: number | null
  readonly quiet_until: number | null
}) =>
  row.quiet_from === null || row.quiet_until === null
    ? undefined
    : { from: row.quiet_from, until: row.quiet_until }

const PUSHES_A_ROUND = 1000

/** Queues what has waited for the end of quiet hours. A second run finds nothing. */
export async function releaseQuietPushes(
  { db, queue }: { readonly db: Db; readonly queue: JobQueue },
  now: Instant,
): Promise<void> {
  for (let released = PUSHES_A_ROUND; released === PUSHES_A_ROUND;)
    released = await db.transaction().execute((tx) => releaseRound(tx, queue, now))
}

async function releaseRound(tx: Db, queue: JobQueue, now: Instant): Promise<number> {
  const { rows } = await sql<{ pushId: string }>`
    update push_message set state = 'queued', waits_since = now()
    where push_id in (
      select push_id from push_message where state = 'waiting' and begins_at <= ${now.toString()}
      order by begins_at limit ${PUSHES_A_ROUND} for update skip locked)
    returning push_id as "pushId"`.execute(tx)
  if (rows.length > 0) await queue.send(tx, pushJob, ...rows)
  return rows.length
}
