import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { updateRows } from '#backend/db/rows.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import type { PushAnswer, PushPort } from '#backend/ports/push.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { NoticeKind } from '#vocabulary/notice.ts'
import { pushAad } from './aad.ts'
import { deviceMessage, pushPayload } from './payload.ts'
import { pushJob } from './queue-pushes.ts'
import { deleteGone, openTarget } from './subscriptions.ts'

/** How long a push service keeps what a device that is off cannot take yet, and how long we try. */
const TTL_SECONDS = 24 * 3600

type Deps = {
  readonly sealing: Sealing
  readonly queue: JobQueue
  /** Absent where the operator has taken the keys away: what was queued cannot be sent. */
  readonly port: Pick<PushPort, 'send'> | undefined
}

/**
 * Sends one queued push; a second run finds it sent. A service that says "later" is left alone until then, by all workers
 * together; a device that takes no more is forgotten.
 * @throws Error when nothing was answered: the job is tried again
 */
export async function sendPush(db: Db, deps: Deps, pushId: string, now: Instant): Promise<void> {
  const { port, queue, sealing } = deps
  const message = await readQueued(db, pushId)
  if (message === undefined) return
  const { target_sealed, service } = message
  if (target_sealed === null || service === null) return noteState(db, pushId, 'gone')
  // Whoever has read it elsewhere need not be told.
  if (message.is_read) return noteState(db, pushId, 'left_out')
  if (port === undefined || message.is_outdated) return noteState(db, pushId, 'failed')
  if (message.paused_seconds > 0) return sendLater(db, queue, pushId, message.paused_seconds)
  const answer = await give({ sealing, port }, { ...message, target_sealed })
  switch (answer.kind) {
    case 'delivered':
      return noteDelivered(db, pushId, now)
    case 'gone':
      if (await deleteGone(db, { ...message, target_sealed })) return noteState(db, pushId, 'gone')
      // The browser has given itself another address meanwhile, or the device was taken off: asked again, it is known which.
      return sendLater(db, queue, pushId, 0)
    case 'later':
      await pauseService(db, service, answer.afterSeconds)
      return sendLater(db, queue, pushId, answer.afterSeconds)
    case 'noAnswer':
      throw new Error(`no answer to a push: ${answer.cause}`)
    case 'tooLarge':
    case 'refused':
      return noteState(db, pushId, 'failed')
  }
}

type Message = {
  readonly account_id: string
  readonly push_id: string
  readonly subscription_id: string
  readonly notice_id: string
  readonly kind: NoticeKind
  readonly payload_sealed: string
  /** Of the device; null where it is told nothing any more. */
  readonly target_sealed: string | null
  readonly service: string | null
  readonly is_read: boolean
  readonly is_outdated: boolean
  readonly unread: number
  /** For how long its push service has asked to be left alone. */
  readonly paused_seconds: number
}

/** All that decides on a push, in one question: 28 of them a second. Times are the database's, as the queue's are. */
async function readQueued(db: Db, pushId: string): Promise<Message | undefined> {
  const { rows } = await sql<Message>`
    select m.account_id, m.push_id, m.subscription_id, m.notice_id, m.kind, m.payload_sealed,
      s.target_sealed, s.service, n.notice_id is null or n.read_at is not null as is_read,
      m.waits_since < now() - make_interval(secs => ${TTL_SECONDS}) as is_outdated,
      (select count(*) from notice u
        where u.account_id = m.account_id and u.read_at is null) as unread,
      coalesce((select ceil(extract(epoch from p.until - clock_timestamp()))::integer from push_pause p
        where p.service = s.service and p.until > clock_timestamp()), 0) as paused_seconds
    from push_message m
    left join push_subscription s using (account_id, subscription_id)
    left join notice n using (account_id, notice_id)
    where m.push_id = ${pushId} and m.state = 'queued'`.execute(db)
  return rows[0]
}

/** As it is to be shown; where that is too large, as its kind alone. */
async function give(
  { sealing, port }: { readonly sealing: Sealing; readonly port: Pick<PushPort, 'send'> },
  message: Message & { readonly target_sealed: string },
): Promise<PushAnswer> {
  const target = openTarget(sealing, message)
  const opened = sealing.open(pushAad.payload(message.push_id), message.payload_sealed)
  const { shown, general } = pushPayload.parse(JSON.parse(opened))
  const about = { noticeId: message.notice_id, unread: message.unread }
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

async function noteDelivered(db: Db, pushId: string, now: Instant): Promise<void> {
  const at = now.toString()
  await sql`
    with sent as (
      update push_message set state = 'sent', sent_at = ${at} where push_id = ${pushId}
      returning account_id, subscription_id)
    update push_subscription s set delivered_at = ${at} from sent
    where s.account_id = sent.account_id and s.subscription_id = sent.subscription_id`.execute(db)
}

async function noteState(
  db: Db,
  pushId: string,
  state: 'left_out' | 'failed' | 'gone',
): Promise<void> {
  await updateRows(db, 'push_message', { push_id: pushId }, { state, sent_at: null })
}

/** Leaves a push service alone for so long: all workers together, by the database's clock. */
async function pauseService(db: Db, service: string, seconds: number): Promise<void> {
  await sql`
    insert into push_pause as p (service, until) values
      (${service}, clock_timestamp() + make_interval(secs => ${seconds}))
    on conflict (service) do update set until = greatest(p.until, excluded.until)`.execute(db)
}
