import { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readHolder } from '#backend/holder.ts'
import { defineJob, untilDelivered, type JobQueue } from '#backend/jobs/queue.ts'
import type { MailPort } from '#backend/ports/mail.ts'
import { mailContent } from './mail-content.ts'
import { mailHtml, mailPictures } from './mail-html.ts'
import {
  composeMail,
  mailText,
  noticeText,
  type MailSender,
  type MemberMessage,
} from './member-message.ts'

export const mailJob = defineJob({
  name: 'mail-send',
  payload: z.object({ mailId: z.string() }),
  ...untilDelivered,
})

export const noticePlace = (accountId: string, noticeId: string) =>
  `notice.body:${accountId}:${noticeId}`

export type Outbox = ReturnType<typeof createOutbox>

/** Mails and in-site notices are written in the transaction that gives rise to them, and sent by the worker. */
export function createOutbox(deps: { sealing: Sealing; queue: JobQueue; sender: MailSender }) {
  const { sealing, queue, sender } = deps

  /** Raises a notice in my page and queues the same words as a mail to the account's address. */
  async function post(tx: Db, message: MemberMessage, now: Temporal.Instant) {
    const { accountId, sourceRef, kind, subject } = message
    const noticeId = newId('ntc')
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
        raised_at: now,
        source_ref: sourceRef,
      })
      .onConflict((conflict) => conflict.columns(['account_id', 'source_ref']).doNothing())
      .executeTakeFirst()
    if (raised.numInsertedOrUpdatedRows !== 1n) return
    const holder = await readHolder(tx, sealing, accountId)
    const mailId = newId('mail')
    const content = composeMail(message, holder, sender, now)
    await tx
      .insertInto('mail_message')
      .values({
        mail_id: mailId,
        account_id: accountId,
        subject,
        body_sealed: sealing.seal(`mail.body:${mailId}`, mailText(content)),
        content_sealed: sealing.seal(`mail.content:${mailId}`, JSON.stringify(content)),
        address_sealed: sealing.seal(`mail.address:${mailId}`, holder.email),
        state: 'queued',
        queued_at: now,
        source_ref: `${accountId}:${sourceRef}`,
      })
      .execute()
    await queue.send(tx, mailJob, { mailId })
  }

  /** Sends one queued mail; a second run finds it sent. */
  async function send(db: Db, port: MailPort, mailId: string, now: Temporal.Instant) {
    const mail = await db
      .selectFrom('mail_message')
      .selectAll()
      .where('mail_id', '=', mailId)
      .where('state', '=', 'queued')
      .executeTakeFirst()
    if (!mail) return
    const { content_sealed } = mail
    const content =
      content_sealed === null
        ? undefined
        : mailContent.parse(JSON.parse(sealing.open(`mail.content:${mailId}`, content_sealed)))
    await port.send({
      id: mailId,
      to: sealing.open(`mail.address:${mailId}`, mail.address_sealed),
      subject: mail.subject,
      text: sealing.open(`mail.body:${mailId}`, mail.body_sealed),
      ...(content && { html: mailHtml(content), pictures: mailPictures(content) }),
      at: now,
    })
    await db
      .updateTable('mail_message')
      .set({ state: 'sent', sent_at: now })
      .where('mail_id', '=', mailId)
      .execute()
  }

  return { post, send }
}
