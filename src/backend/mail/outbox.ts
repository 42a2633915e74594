import { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import { anyOfMany, columnsOf, findRow, updateRows } from '#backend/db/rows.ts'
import { newId } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { defineJob, untilDelivered, type JobQueue } from '#backend/jobs/queue.ts'
import { readHolders, type Holder } from '#backend/holder.ts'
import type { MailPort } from '#backend/ports/mail.ts'
import type { TextMessagePort } from '#backend/ports/text-message.ts'
import { readMailUnlessRead } from '#backend/push/choice.ts'
import { queuePushes } from '#backend/push/queue-pushes.ts'
import { takesTextMessages } from '#domain/account/contact-code.ts'
import { channelsOf, mayBeStopped, type Channels } from '#domain/notice/channels.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { WebhookEvent } from '#protocol/webhook-event.ts'
import { noticeStopPage } from '#vocabulary/pages.ts'
import { readFailingAddresses } from './failing-addresses.ts'
import { mailContent } from './mail-content.ts'
import { mailHtml, mailPictures } from './mail-html.ts'
import { stopTokenOf } from './mail-links.ts'
import { waitForPace, type SendPace } from './pace.ts'
import { returnAddressOf } from './return-address.ts'
import {
  composeMail,
  mailText,
  noticeText,
  smsText,
  type MailSender,
  type MemberMessage,
} from './member-message.ts'

/** A mail server takes a tenth of a second to answer. How many messages a second it takes, the pace limits. */
const MESSAGES_AT_ONCE = 4

export const mailJob = defineJob({
  name: 'mail-send',
  payload: z.object({ mailId: z.string() }),
  atOnce: MESSAGES_AT_ONCE,
  ...untilDelivered,
})

export const noticeAad = (accountId: string, noticeId: string) =>
  `notice.body:${accountId}:${noticeId}`

export type NoticeText = {
  account_id: string
  notice_id: string
  body: string | null
  body_sealed: string | null
}

export const openNotice = (row: NoticeText, sealing: Sealing): string =>
  row.body_sealed === null
    ? (row.body ?? '')
    : sealing.open(noticeAad(row.account_id, row.notice_id), row.body_sealed)

export const mailAad = {
  body: (mailId: string) => `mail.body:${mailId}`,
  content: (mailId: string) => `mail.content:${mailId}`,
  address: (mailId: string) => `mail.address:${mailId}`,
}

export type MessagePorts = { readonly mail: MailPort; readonly textMessages: TextMessagePort }

type OutboxDeps = {
  readonly sealing: Sealing
  readonly queue: JobQueue
  readonly sender: MailSender
  readonly pace?: SendPace
  /** Where mails come back to; without one nobody reads what comes back. */
  readonly returnDomain?: string | undefined
  /** Tells the members' own programs; nobody where it is left out. */
  readonly notifyHooks?: NotifyHooks | undefined
}

/** Something that a member's own programs are told of, once for each reference. */
export type Happened = {
  readonly accountId: string
  readonly sourceRef: string
  readonly event: WebhookEvent
}

type NotifyHooks = (tx: Db, happened: readonly Happened[], now: Instant) => Promise<void>

export type Outbox = {
  /** Messages of one transaction: notices in my page, and the same by mail and SMS where the members want these kinds. */
  readonly postAll: (tx: Db, messages: readonly MemberMessage[], now: Instant) => Promise<void>
  readonly post: (tx: Db, message: MemberMessage, now: Instant) => Promise<void>
  /** Tells members' own programs what no message says. */
  readonly notifyHooks: NotifyHooks
  /** Sends one queued mail or SMS; a second run finds it sent. @throws Error when nothing was answered. */
  readonly send: (db: Db, ports: MessagePorts, mailId: string, now: Instant) => Promise<void>
}

/** Mails and notices are written in the transaction that gives rise to them, and sent by the worker. */
export const createOutbox = (deps: OutboxDeps): Outbox => ({
  postAll: (tx, messages, now) => postMessages(tx, deps, messages, now),
  post: (tx, message, now) => postMessages(tx, deps, [message], now),
  notifyHooks: async (tx, happened, now) => deps.notifyHooks?.(tx, happened, now),
  send: (db, ports, mailId, now) => sendMessage(db, deps, ports, mailId, now),
})

async function postMessages(
  tx: Db,
  deps: OutboxDeps,
  messages: readonly MemberMessage[],
  now: Instant,
) {
  const raised = await raiseNotices(tx, deps.sealing, messages, now)
  if (raised.length === 0) return
  const happened = raised.flatMap(({ message: { accountId, sourceRef, event } }) =>
    event === undefined ? [] : [{ accountId, sourceRef, event }],
  )
  if (happened.length > 0) await deps.notifyHooks?.(tx, happened, now)
  const accountIds = [...new Set(raised.map(({ message }) => message.accountId))]
  const holders = await readHolders(tx, deps.sealing, accountIds)
  const isWaiting = await mailsThatWait(tx, deps, raised, now)
  const rows = raised.flatMap(({ message, noticeId, channels }) => {
    const holder = holders.get(message.accountId)
    if (holder === undefined) throw new Error(`no account ${message.accountId}`)
    const waitsUntil = isWaiting(noticeId) ? now.add({ minutes: READ_WITHIN_MINUTES }) : undefined
    return [
      ...(channels.mail ? [mailRow(deps, message, holder, now, waitsUntil)] : []),
      ...textRow(deps, message, channels, holder, now),
    ]
  })
  if (rows.length === 0) return
  await tx.insertInto('mail_message').values(rows).execute()
  const ready = rows.filter(({ state }) => state === 'queued')
  if (ready.length > 0)
    await deps.queue.send(tx, mailJob, ...ready.map(({ mail_id: mailId }) => ({ mailId })))
}

/** How long a mail waits for the same to be read on a device, where the member wants that (ours); it goes with the next hour. */
const READ_WITHIN_MINUTES = 30

/** Tells the devices of these messages. @returns of which notices the mail waits */
async function mailsThatWait(
  tx: Db,
  deps: OutboxDeps,
  raised: readonly { readonly message: MemberMessage; readonly noticeId: string }[],
  now: Instant,
): Promise<(noticeId: string) => boolean> {
  // What the member has just done and seen done rings no phone.
  const notified = raised
    .filter(({ message }) => message.isOwnAct !== true || message.isToAllContacts === true)
    .map(({ message, noticeId }) => ({ accountId: message.accountId, noticeId, message }))
  const pushed = await queuePushes(tx, deps, notified, now)
  if (pushed.size === 0) return () => false
  const wanting = await readMailUnlessRead(tx, [...new Set(notified.map((one) => one.accountId))])
  const waiting = notified.filter(
    ({ accountId, noticeId, message }) =>
      pushed.has(noticeId) && wanting.has(accountId) && mayBeStopped(message.kind),
  )
  const ids = new Set(waiting.map(({ noticeId }) => noticeId))
  return (noticeId) => ids.has(noticeId)
}

/** Raises notices in my page. @returns those that were not raised before, and the channels they go by. */
async function raiseNotices(
  tx: Db,
  sealing: Sealing,
  messages: readonly MemberMessage[],
  now: Instant,
) {
  if (messages.length === 0) return []
  const chosen = await chosenChannels(tx, messages)
  const accountIds = [...new Set(messages.map(({ accountId }) => accountId))]
  const failing = await readFailingAddresses(tx, accountIds, now)
  const channelsFor = ({ accountId, kind, isNotMailed = false }: MemberMessage) => {
    const own = chosen.get(`${accountId}/${kind}`)
    const channels = channelsOf(kind, own, failing.has(accountId))
    return isNotMailed ? { ...channels, mail: false } : channels
  }
  const each = messages.map((message) => ({
    message,
    noticeId: newId('ntc'),
    channels: channelsFor(message),
  }))
  const written = await tx
    .insertInto('notice')
    .values(
      each.map(({ message, noticeId, channels }) => ({
        account_id: message.accountId,
        notice_id: noticeId,
        kind: message.kind,
        title: message.subject,
        body: null,
        body_sealed: sealing.seal(noticeAad(message.accountId, noticeId), noticeText(message)),
        href: message.noticePath ?? message.link.path,
        mailed: channels.mail,
        raised_at: now,
        read_at: message.isOwnAct === true ? now : null,
        source_ref: message.sourceRef,
      })),
    )
    .onConflict((conflict) => conflict.columns(['account_id', 'source_ref']).doNothing())
    .returning('notice_id')
    .execute()
  const ids = new Set(written.map((row) => row.notice_id))
  return each.filter(({ noticeId }) => ids.has(noticeId))
}

function mailRow(
  { sealing, sender }: OutboxDeps,
  message: MemberMessage,
  holder: Holder,
  now: Instant,
  waitsUntil: Instant | undefined,
) {
  const { accountId, kind, sourceRef, subject } = message
  const mailId = newId('mail')
  const stopPath = mayBeStopped(kind)
    ? noticeStopPage(stopTokenOf(sealing, { accountId, kind }))
    : undefined
  const content = composeMail(message, holder, sender, now, stopPath)
  return {
    mail_id: mailId,
    channel: 'mail' as const,
    account_id: accountId,
    subject,
    body_sealed: sealing.seal(mailAad.body(mailId), mailText(content)),
    content_sealed: sealing.seal(mailAad.content(mailId), JSON.stringify(content)),
    address_sealed: sealing.seal(mailAad.address(mailId), holder.email),
    state: waitsUntil === undefined ? ('queued' as const) : ('waiting' as const),
    held_until: waitsUntil ?? null,
    queued_at: now,
    source_ref: `${accountId}:${sourceRef}`,
  }
}

/** The words of an SMS stand where a mail has its text, and the number where it has its address. */
function textRow(
  { sealing, sender }: OutboxDeps,
  message: MemberMessage,
  channels: Channels,
  { phone }: Holder,
  now: Instant,
) {
  const isWanted = channels.sms || message.isToAllContacts === true
  if (!isWanted || message.isPhoneNotifiedApart === true) return []
  if (phone === undefined || !takesTextMessages(phone)) return []
  const { accountId, sourceRef, subject } = message
  const mailId = newId('sms')
  return [
    {
      mail_id: mailId,
      channel: 'sms' as const,
      account_id: accountId,
      subject,
      body_sealed: sealing.seal(mailAad.body(mailId), smsText(message, sender)),
      content_sealed: null,
      address_sealed: sealing.seal(mailAad.address(mailId), phone),
      state: 'queued' as const,
      held_until: null,
      queued_at: now,
      source_ref: `${accountId}:${sourceRef}:sms`,
    },
  ]
}

/** Sends once more what could not be sent or still waits. @throws RangeError for what was sent, or is none of ours */
export async function sendMailAgain(tx: Db, queue: JobQueue, mailId: string): Promise<void> {
  const waiting = await tx
    .updateTable('mail_message')
    .set({ state: 'queued' })
    .where('mail_id', '=', mailId)
    .where('state', 'in', ['failed', 'queued'])
    .returning('mail_id')
    .executeTakeFirst()
  if (waiting === undefined) throw new RangeError(`No mail ${mailId} waits to be sent`)
  await queue.send(tx, mailJob, { mailId })
}

async function sendMessage(
  db: Db,
  { sealing, pace = {}, returnDomain }: OutboxDeps,
  ports: MessagePorts,
  mailId: string,
  now: Instant,
) {
  const mail = await findRow(db, 'mail_message', { mail_id: mailId, state: 'queued' })
  if (!mail) return
  const { content_sealed } = mail
  const to = sealing.open(mailAad.address(mailId), mail.address_sealed)
  const text = sealing.open(mailAad.body(mailId), mail.body_sealed)
  await waitForPace(db, pace, mail.channel)
  if (mail.channel === 'sms') {
    const answer = await ports.textMessages.send({ orderId: mailId, to, text })
    if (answer.kind === 'no-answer') throw new Error(`no answer to a text message: ${answer.cause}`)
    return noteSent(db, mailId, answer.kind === 'accepted' ? 'sent' : 'failed', now)
  }
  const content =
    content_sealed === null
      ? undefined
      : mailContent.parse(JSON.parse(sealing.open(mailAad.content(mailId), content_sealed)))
  await ports.mail.send({
    id: mailId,
    to,
    subject: mail.subject,
    text,
    ...(content && { html: mailHtml(content), pictures: mailPictures(content) }),
    ...(content?.stop && { stopUrl: content.stop.url }),
    ...(returnDomain && { returnTo: returnAddressOf(sealing, mailId, returnDomain) }),
    at: now,
  })
  await noteSent(db, mailId, 'sent', now)
}

/** By account and kind. */
async function chosenChannels(
  tx: Db,
  messages: readonly MemberMessage[],
): Promise<ReadonlyMap<string, Channels>> {
  const accountIds = messages.map((one) => one.accountId)
  const rows = await columnsOf(tx, 'notice_setting', ['account_id', 'kind', 'mail', 'sms'], {
    account_id: anyOfMany(accountIds),
  })
  return new Map(rows.map(({ account_id, kind, ...own }) => [`${account_id}/${kind}`, own]))
}

async function noteSent(
  db: Db,
  mailId: string,
  state: 'sent' | 'failed',
  now: Instant,
): Promise<void> {
  await updateRows(
    db,
    'mail_message',
    { mail_id: mailId },
    { state, sent_at: state === 'sent' ? now : null },
  )
}
