import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { findRow } from '#backend/db/rows.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import type { PushAnswer, PushPort, PushTarget } from '#backend/ports/push.ts'
import type { Instant } from '#domain/tokyo.ts'
import { pushAad } from './aad.ts'
import { deviceMessage, pushPayload } from './payload.ts'
import { pushJob } from './queue-pushes.ts'
import { pauseService, pausedSeconds } from './service-pause.ts'
import { deleteSubscription, openTarget } from './subscriptions.ts'

/** How long a push service keeps what a device that is off cannot take yet, and how long we try. */
const TTL_SECONDS = 24 * 3600

type Deps = {
  readonly sealing: Sealing
  readonly queue: JobQueue
  /** Absent where the operator has taken the keys away: what was queued cannot be sent. */
  readonly port: PushPort | undefined
}

type Message = NonNullable<Awaited<ReturnType<typeof readQueued>>>

const readQueued = (db: Db, pushId: string) =>
  findRow(db, 'push_message', { push_id: pushId, state: 'queued' })

/**
 * Sends one queued push; a second run finds it sent. A service that says "later" is left alone until then, by all workers
 * together; a device that takes no more is forgotten.
 * @throws Error when nothing was answered: the job is tried again
 */
export async function sendPush(db: Db, deps: Deps, pushId: string, now: Instant): Promise<void> {
  const { port, queue, sealing } = deps
  const message = await readQueued(db, pushId)
  if (message === undefined) return
  const device = await findRow(db, 'push_subscription', {
    account_id: message.account_id,
    subscription_id: message.subscription_id,
  })
  if (device === undefined) return noteState(db, message, 'gone')
  if (await isRead(db, message)) return noteState(db, message, 'left_out')
  if (port === undefined || (await isOutdated(db, message))) return noteState(db, message, 'failed')
  const paused = await pausedSeconds(db, device.service)
  if (paused > 0) return sendLater(db, queue, pushId, paused)
  const answer = await give(db, { sealing, port }, message, openTarget(sealing, device))
  switch (answer.kind) {
    case 'delivered':
      return noteDelivered(db, message, now)
    case 'gone':
      await deleteSubscription(db, {
        accountId: message.account_id,
        subscriptionId: message.subscription_id,
      })
      return noteState(db, message, 'gone')
    case 'later':
      await pauseService(db, device.service, answer.afterSeconds)
      return sendLater(db, queue, pushId, answer.afterSeconds)
    case 'noAnswer':
      throw new Error(`no answer to a push: ${answer.cause}`)
    case 'tooLarge':
    case 'refused':
      return noteState(db, message, 'failed')
  }
}

/** As it is to be shown; where that is too large, as its kind alone. */
async function give(
  db: Db,
  { sealing, port }: { readonly sealing: Sealing; readonly port: PushPort },
  message: Message,
  target: PushTarget,
): Promise<PushAnswer> {
  const opened = sealing.open(pushAad.payload(message.push_id), message.payload_sealed)
  const { shown, general } = pushPayload.parse(JSON.parse(opened))
  const about = {
    noticeId: message.notice_id,
    unread: await countUnread(db, message.account_id),
  }
  const how = {
    ttlSeconds: TTL_SECONDS,
    urgency: message.kind === 'security' ? ('high' as const) : ('normal' as const),
  }
  const answer = await port.send(target, deviceMessage(shown, about), how)
  if (answer.kind !== 'tooLarge' || shown.title === general.title) return answer
  return port.send(target, deviceMessage(general, about), how)
}

const sendLater = (db: Db, queue: JobQueue, pushId: string, afterSeconds: number) =>
  queue.send(db, { ...pushJob, afterSeconds }, { pushId })

/** Whoever has read it elsewhere need not be told. */
async function isRead(db: Db, { account_id, notice_id }: Message): Promise<boolean> {
  const notice = await findRow(db, 'notice', { account_id, notice_id })
  return notice === undefined || notice.read_at !== null
}

/** By the database's clock, as the queue's pauses are. */
async function isOutdated(db: Db, { push_id }: Message): Promise<boolean> {
  const { rows } = await sql`
    select from push_message where push_id = ${push_id}
      and waits_since < now() - make_interval(secs => ${TTL_SECONDS})`.execute(db)
  return rows.length > 0
}

async function countUnread(db: Db, accountId: string): Promise<number> {
  const { unread } = await db
    .selectFrom('notice')
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .where('account_id', '=', accountId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return unread
}

async function noteDelivered(db: Db, message: Message, now: Instant): Promise<void> {
  await noteState(db, message, 'sent', now)
  await db
    .updateTable('push_subscription')
    .set({ delivered_at: now })
    .where('account_id', '=', message.account_id)
    .where('subscription_id', '=', message.subscription_id)
    .execute()
}

async function noteState(
  db: Db,
  { push_id }: Message,
  state: 'sent' | 'left_out' | 'failed' | 'gone',
  sentAt: Instant | null = null,
): Promise<void> {
  await db
    .updateTable('push_message')
    .set({ state, sent_at: sentAt })
    .where('push_id', '=', push_id)
    .execute()
}
