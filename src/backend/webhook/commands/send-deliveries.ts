import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { updateRows } from '#backend/db/rows.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import { notFound, RefusalError } from '#backend/refusal.ts'
import { recordNote } from '#backend/step/record-change.ts'
import { deliveryOf, insertDeliveries, lockWebhook } from '../rows.ts'
import { queueSends } from './send-jobs.ts'

type Deps = { readonly queue: JobQueue }

/** An event that says nothing but which receiver it is for. @throws RefusalError NOT_FOUND, WEBHOOK_OFF */
export async function sendTest(
  tx: Db,
  { queue }: Deps,
  who: Who,
  { webhookId }: { readonly webhookId: string },
): Promise<{ deliveryId: string }> {
  const { contractId, now } = who
  const webhook = await lockWebhook(tx, { contractId, webhookId })
  if (webhook.state !== 'on') throw new RefusalError('WEBHOOK_OFF')
  const event = { type: 'webhook.test', data: { contractId, webhookId } } as const
  const delivery = deliveryOf(webhook, `test/${now.epochNanoseconds}`, event, now)
  await insertDeliveries(tx, [delivery], now)
  await tryNow(tx, webhook.webhook_id)
  await queueSends(tx, queue, [webhook])
  await recordNote(tx, who, { action: 'webhook-tested', target: webhookId })
  return { deliveryId: delivery.delivery_id }
}

/**
 * The same event once more, under the same id and with a time of its own, whether or not it arrived before.
 * @throws RefusalError NOT_FOUND also for another member's, WEBHOOK_OFF
 */
export async function sendAgain(
  tx: Db,
  { queue }: Deps,
  who: Who,
  { deliveryId }: { readonly deliveryId: string },
): Promise<{ webhookId: string }> {
  const { contractId, now } = who
  const { webhook_id: webhookId } = await tx
    .selectFrom('webhook_delivery')
    .select('webhook_id')
    .where('contract_id', '=', contractId)
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirstOrThrow(notFound)
  const webhook = await lockWebhook(tx, { contractId, webhookId })
  if (webhook.state !== 'on') throw new RefusalError('WEBHOOK_OFF')
  await updateRows(
    tx,
    'webhook_delivery',
    { contract_id: contractId, delivery_id: deliveryId },
    { state: 'waiting', since: now, tries: 0, due_at: now },
  )
  await tryNow(tx, webhookId)
  await queueSends(tx, queue, [webhook])
  await recordNote(tx, who, { action: 'webhook-sent-again', target: deliveryId })
  return { webhookId }
}

/** Whoever presses has mended something: the receiver's rest is over. */
const tryNow = (tx: Db, webhookId: string) =>
  tx.updateTable('webhook').set({ rests_until: null }).where('webhook_id', '=', webhookId).execute()
