import type { Db } from '#backend/db/connect.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import type { Happened } from '#backend/mail/outbox.ts'
import type { Instant } from '#domain/tokyo.ts'
import { deliveryOf, findListening, insertDeliveries } from '../rows.ts'
import { queueSends } from './send-jobs.ts'

/**
 * Writes what the receivers of these accounts are told, in the transaction that gives rise to it, and queues it. Of an event
 * about a contract only the receivers of that very contract are told, and only where it is the account's own.
 */
export async function queueEvents(
  tx: Db,
  { queue }: { readonly queue: JobQueue },
  happened: readonly Happened[],
  now: Instant,
): Promise<void> {
  if (happened.length === 0) return
  const accountIds = [...new Set(happened.map(({ accountId }) => accountId))]
  const listening = await findListening(tx, accountIds)
  if (listening.length === 0) return
  const byAccount = Map.groupBy(listening, (webhook) => webhook.account_id)
  const deliveries = happened.flatMap(({ accountId, sourceRef, event }) =>
    (byAccount.get(accountId) ?? [])
      .filter(
        ({ contract_id, events }) =>
          (event.type === 'webhook.test' || events.includes(event.type)) &&
          (!('contractId' in event.data) || event.data.contractId === contract_id),
      )
      .map((webhook) => deliveryOf(webhook, sourceRef, event, now)),
  )
  const isNew = await insertDeliveries(tx, deliveries, now)
  const receivers = listening.filter(({ webhook_id: id }) => isNew.has(id))
  await queueSends(tx, queue, receivers)
}
