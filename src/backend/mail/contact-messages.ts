import { z } from 'zod'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import { findRow, insertRow, updateRows } from '#backend/db/rows.ts'
import { newId } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { defineJob, runJob, untilDelivered, type JobQueue } from '#backend/jobs/queue.ts'
import type { MailPort } from '#backend/ports/mail.ts'
import type { TextMessagePort } from '#backend/ports/text-message.ts'
import { isBefore, type Instant } from '#domain/tokyo.ts'
import { returnAddressOf } from './return-address.ts'

const contactJob = defineJob({
  name: 'contact-message',
  payload: z.object({ accountId: z.string(), messageId: z.string() }),
  ...untilDelivered,
  retryDelaySeconds: 10,
})

export const contactMessageAad = {
  contact: (messageId: string) => `contact_message.contact:${messageId}`,
  body: (messageId: string) => `contact_message.body:${messageId}`,
}

export type ContactMessage = {
  readonly accountId: string
  readonly channel: 'mail' | 'sms'
  readonly contact: string
  readonly subject: string
  readonly text: string
  /** A code is not sent any more when it has expired. */
  readonly usefulUntil?: Instant
}

export type ContactMessages = ReturnType<typeof createContactMessages>

/**
 * Sends once more what still waits. What failed is emptied and is not sent again: the member asks for a new code.
 * @throws RangeError for what does not wait
 */
export async function sendContactAgain(tx: Db, queue: JobQueue, messageId: string): Promise<void> {
  const row = await findRow(tx, 'contact_message', { message_id: messageId, state: 'queued' })
  if (row === undefined) throw new RangeError(`No message ${messageId} waits to be sent`)
  await queue.send(tx, contactJob, { accountId: row.account_id, messageId })
}

/** What is sent to one contact, the registered or another: written in the change's transaction, sent by the worker. */
export function createContactMessages(deps: {
  database: DatabaseHandle
  sealing: Sealing
  queue: JobQueue
  mail: MailPort
  textMessages: TextMessagePort
  now: () => Instant
  returnDomain?: string | undefined
}) {
  const { database, sealing, queue, mail, textMessages, returnDomain } = deps

  async function post(tx: Db, message: ContactMessage, now: Instant) {
    const { accountId } = message
    const messageId = newId('cmsg')
    await insertRow(tx, 'contact_message', {
      account_id: accountId,
      message_id: messageId,
      channel: message.channel,
      contact_sealed: sealing.seal(contactMessageAad.contact(messageId), message.contact),
      subject: message.subject,
      body_sealed: sealing.seal(contactMessageAad.body(messageId), message.text),
      state: 'queued',
      queued_at: now,
      useful_until: message.usefulUntil ?? null,
      sent_at: null,
    })
    await queue.send(tx, contactJob, { accountId, messageId })
  }

  /** A second run finds it sent. @throws Error when nothing was answered: it is tried again. */
  async function send({ accountId, messageId }: { accountId: string; messageId: string }) {
    const row = await findRow(database.db, 'contact_message', {
      account_id: accountId,
      message_id: messageId,
      state: 'queued',
    })
    if (!row) return
    const now = deps.now()
    const to = sealing.open(contactMessageAad.contact(messageId), row.contact_sealed)
    const text = sealing.open(contactMessageAad.body(messageId), row.body_sealed)
    const isOutdated = row.useful_until !== null && !isBefore(now, row.useful_until)
    const state = isOutdated ? 'outdated' : await deliver(row.channel)
    await updateRows(
      database.db,
      'contact_message',
      { account_id: accountId, message_id: messageId },
      { state, body_sealed: '', sent_at: state === 'sent' ? now : null },
    )

    async function deliver(channel: 'mail' | 'sms'): Promise<'sent' | 'failed'> {
      if (channel === 'mail') {
        const returnTo = returnDomain && returnAddressOf(sealing, messageId, returnDomain)
        const subject = row?.subject ?? ''
        await mail.send({
          id: messageId,
          to,
          subject,
          text,
          ...(returnTo && { returnTo }),
          at: now,
        })
        return 'sent'
      }
      const answer = await textMessages.send({ orderId: messageId, to, text })
      if (answer.kind === 'no-answer')
        throw new Error(`no answer to a text message: ${answer.cause}`)
      return answer.kind === 'accepted' ? 'sent' : 'failed'
    }
  }

  return { post, work: { ...runJob(contactJob, send) } }
}
