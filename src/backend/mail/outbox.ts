import { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { defineJob, type JobQueue } from '#backend/jobs/queue.ts'
import type { MailPort } from '#backend/ports/mail.ts'

export const mailJob = defineJob({
  name: 'mail-send',
  payload: z.object({ mailId: z.string() }),
  retryLimit: 8,
  retryDelaySeconds: 30,
})

export type Letter = {
  accountId: string
  /** The same reference again sends nothing: one mail per event. */
  sourceRef: string
  subject: string
  text: string
  /** In-site notice beside the mail: where it leads. */
  href?: string
  kind: string
}

export type Outbox = ReturnType<typeof createOutbox>

/** Mails and in-site notices are written in the transaction that gives rise to them, and sent by the worker. */
export function createOutbox(deps: { sealing: Sealing; queue: JobQueue }) {
  const { sealing, queue } = deps

  /** Raises a notice in my page and queues the same words as a mail to the account's address. */
  async function post(tx: Db, letter: Letter, now: Temporal.Instant) {
    const noticeId = newId('ntc')
    const raised = await tx
      .insertInto('notice')
      .values({
        account_id: letter.accountId,
        notice_id: noticeId,
        kind: letter.kind,
        title: letter.subject,
        body: letter.text,
        href: letter.href ?? null,
        raised_at: now,
        source_ref: letter.sourceRef,
      })
      .onConflict((conflict) => conflict.columns(['account_id', 'source_ref']).doNothing())
      .executeTakeFirst()
    if (raised.numInsertedOrUpdatedRows !== 1n) return
    const account = await tx
      .selectFrom('account')
      .select('profile_sealed')
      .where('account_id', '=', letter.accountId)
      .executeTakeFirstOrThrow()
    const profile = z
      .object({ email: z.string() })
      .parse(
        JSON.parse(sealing.open(`account.profile:${letter.accountId}`, account.profile_sealed)),
      )
    const mailId = newId('mail')
    await tx
      .insertInto('mail_message')
      .values({
        mail_id: mailId,
        account_id: letter.accountId,
        subject: letter.subject,
        body_sealed: sealing.seal(`mail.body:${mailId}`, letter.text),
        address_sealed: sealing.seal(`mail.address:${mailId}`, profile.email),
        state: 'queued',
        queued_at: now,
        source_ref: `${letter.accountId}:${letter.sourceRef}`,
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
    await port.send({
      id: mailId,
      to: sealing.open(`mail.address:${mailId}`, mail.address_sealed),
      subject: mail.subject,
      text: sealing.open(`mail.body:${mailId}`, mail.body_sealed),
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
