import { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { defineJob, untilDelivered, type JobQueue } from '#backend/jobs/queue.ts'
import { readHolder, type Holder } from '#backend/holder.ts'
import type { MailPort } from '#backend/ports/mail.ts'
import type { TextMessagePort } from '#backend/ports/text-message.ts'
import { takesTextMessages } from '#domain/account/contact-code.ts'
import { channelsOf } from '#domain/notice/channels.ts'
import { mailContent } from './mail-content.ts'
import { mailHtml, mailPictures } from './mail-html.ts'
import type { NoticeKind } from '#vocabulary/notice.ts'
import { waitForTurn, type SendPace } from './pace.ts'
import {
  composeMail,
  mailText,
  noticeText,
  smsText,
  type MailSender,
  type MemberMessage,
} from './member-message.ts'

/** A mail server takes a tenth of a second to answer; what it may be asked a second, the pace says. */
const MESSAGES_AT_ONCE = 4

export const mailJob = defineJob({
  name: 'mail-send',
  payload: z.object({ mailId: z.string() }),
  atOnce: MESSAGES_AT_ONCE,
  ...untilDelivered,
})

export const noticePlace = (accountId: string, noticeId: string) =>
  `notice.body:${accountId}:${noticeId}`

export const mailPlace = {
  body: (mailId: string) => `mail.body:${mailId}`,
  content: (mailId: string) => `mail.content:${mailId}`,
  address: (mailId: string) => `mail.address:${mailId}`,
}

export type MessagePorts = { readonly mail: MailPort; readonly textMessages: TextMessagePort }

export type Outbox = ReturnType<typeof createOutbox>

/** Mails and in-site notices are written in the transaction that gives rise to them, and sent by the worker. */
export function createOutbox(deps: {
  sealing: Sealing
  queue: JobQueue
  sender: MailSender
  pace?: SendPace
}) {
  const { sealing, queue, sender, pace = {} } = deps

  /** Raises a notice in my page and queues the same where the member wants this kind (domain/notice/channels.ts). */
  async function post(tx: Db, message: MemberMessage, now: Temporal.Instant) {
    const { accountId, sourceRef, kind, subject } = message
    const noticeId = newId('ntc')
    const channels = channelsOf(kind, await chosenChannels(tx, accountId, kind))
    const raised = await tx
      .insertInto('notice')
      .values({
        account_id: accountId,
        notice_id: noticeId,
        kind,
        title: subject,
        body: null,
        body_sealed: sealing.seal(noticePlace(accountId, noticeId), noticeText(message)),
        href: message.link.path,
        mailed: channels.mail,
        raised_at: now,
        source_ref: sourceRef,
      })
      .onConflict((conflict) => conflict.columns(['account_id', 'source_ref']).doNothing())
      .executeTakeFirst()
    if (raised.numInsertedOrUpdatedRows !== 1n) return
    const holder = await readHolder(tx, sealing, accountId)
    if (channels.mail) await postMail(tx, message, holder, now)
    const bySms = channels.sms || message.isToAllContacts === true
    const { phone } = holder
    if (
      bySms &&
      message.isPhoneToldApart !== true &&
      phone !== undefined &&
      takesTextMessages(phone)
    )
      await postText(tx, message, phone, now)
  }

  async function postMail(tx: Db, message: MemberMessage, holder: Holder, now: Temporal.Instant) {
    const { accountId, sourceRef, subject } = message
    const mailId = newId('mail')
    const content = composeMail(message, holder, sender, now)
    await tx
      .insertInto('mail_message')
      .values({
        mail_id: mailId,
        account_id: accountId,
        subject,
        body_sealed: sealing.seal(mailPlace.body(mailId), mailText(content)),
        content_sealed: sealing.seal(mailPlace.content(mailId), JSON.stringify(content)),
        address_sealed: sealing.seal(mailPlace.address(mailId), holder.email),
        state: 'queued',
        queued_at: now,
        source_ref: `${accountId}:${sourceRef}`,
      })
      .execute()
    await queue.send(tx, mailJob, { mailId })
  }

  /** The words of an SMS stand where a mail has its text, and the number where it has its address. */
  async function postText(tx: Db, message: MemberMessage, phone: string, now: Temporal.Instant) {
    const { accountId, sourceRef, subject } = message
    const mailId = newId('sms')
    await tx
      .insertInto('mail_message')
      .values({
        mail_id: mailId,
        channel: 'sms',
        account_id: accountId,
        subject,
        body_sealed: sealing.seal(mailPlace.body(mailId), smsText(message, sender)),
        content_sealed: null,
        address_sealed: sealing.seal(mailPlace.address(mailId), phone),
        state: 'queued',
        queued_at: now,
        source_ref: `${accountId}:${sourceRef}:sms`,
      })
      .execute()
    await queue.send(tx, mailJob, { mailId })
  }

  /** Sends one queued mail or SMS; a second run finds it sent. @throws Error when nothing was answered. */
  async function send(db: Db, ports: MessagePorts, mailId: string, now: Temporal.Instant) {
    const mail = await db
      .selectFrom('mail_message')
      .selectAll()
      .where('mail_id', '=', mailId)
      .where('state', '=', 'queued')
      .executeTakeFirst()
    if (!mail) return
    const { content_sealed } = mail
    const to = sealing.open(mailPlace.address(mailId), mail.address_sealed)
    const text = sealing.open(mailPlace.body(mailId), mail.body_sealed)
    await waitForTurn(db, pace, mail.channel)
    if (mail.channel === 'sms') {
      const answer = await ports.textMessages.send({ orderId: mailId, to, text })
      if (answer.kind === 'no-answer')
        throw new Error(`no answer to a text message: ${answer.cause}`)
      return settle(db, mailId, answer.kind === 'accepted' ? 'sent' : 'failed', now)
    }
    const content =
      content_sealed === null
        ? undefined
        : mailContent.parse(JSON.parse(sealing.open(mailPlace.content(mailId), content_sealed)))
    await ports.mail.send({
      id: mailId,
      to,
      subject: mail.subject,
      text,
      ...(content && { html: mailHtml(content), pictures: mailPictures(content) }),
      at: now,
    })
    await settle(db, mailId, 'sent', now)
  }

  return { post, send }
}

async function chosenChannels(tx: Db, accountId: string, kind: NoticeKind) {
  return tx
    .selectFrom('notice_setting')
    .select(['mail', 'sms'])
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .executeTakeFirst()
}

async function settle(
  db: Db,
  mailId: string,
  state: 'sent' | 'failed',
  now: Temporal.Instant,
): Promise<void> {
  await db
    .updateTable('mail_message')
    .set({ state, sent_at: state === 'sent' ? now : null })
    .where('mail_id', '=', mailId)
    .execute()
}
