import type { Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { Database } from '#backend/db/tables.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { formatRfc3339, type Instant } from '#domain/tokyo.ts'
import { deliveryStates } from '#vocabulary/webhook.ts'
import { getWebhook, webhookAad, type DeliveryRow } from '../rows.ts'
import { toWire as webhookToWire } from './webhooks.ts'

/** What the page shows: a month of a busy contract has no more. */
const NEWEST = 50

type AttemptRow = Selectable<Database['webhook_attempt']>

/** What one receiver was told lately, and how each try went. @throws RefusalError NOT_FOUND also for another member's */
export async function readDeliveries(
  db: Db,
  sealing: Sealing,
  key: { readonly contractId: string; readonly webhookId: string },
  now: Instant,
) {
  const webhook = await getWebhook(db, key)
  const deliveries = await db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('contract_id', '=', key.contractId)
    .where('webhook_id', '=', key.webhookId)
    .orderBy('made_at', 'desc')
    .orderBy('delivery_id')
    .limit(NEWEST)
    .execute()
  const attempts = await readAttempts(
    db,
    key.contractId,
    deliveries.map((delivery) => delivery.delivery_id),
  )
  return {
    webhook: webhookToWire(sealing, webhook, now),
    deliveries: deliveries.map((delivery) =>
      toWire(sealing, delivery, attempts.get(delivery.delivery_id) ?? []),
    ),
  }
}

async function readAttempts(db: Db, contractId: string, deliveryIds: readonly string[]) {
  if (deliveryIds.length === 0) return new Map<string, AttemptRow[]>()
  const rows = await db
    .selectFrom('webhook_attempt')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('delivery_id', 'in', deliveryIds)
    .orderBy('nth', 'desc')
    .execute()
  return Map.groupBy(rows, (row) => row.delivery_id)
}

const toWire = (sealing: Sealing, row: DeliveryRow, attempts: readonly AttemptRow[]) => ({
  deliveryId: row.delivery_id,
  type: row.type,
  state: row.state,
  stateLabel: deliveryStates[row.state],
  body: row.body,
  madeAt: formatRfc3339(row.made_at),
  ...(row.delivered_at && { deliveredAt: formatRfc3339(row.delivered_at) }),
  ...(row.state === 'waiting' && { dueAt: formatRfc3339(row.due_at) }),
  attempts: attempts.map(({ nth, at, milliseconds, status, cause, answer_sealed: answer }) => ({
    at: formatRfc3339(at),
    milliseconds,
    ...(status !== null && { status }),
    ...(cause !== null && { cause }),
    ...(answer !== null && {
      answer: sealing.open(webhookAad.answer(row.delivery_id, nth), answer),
    }),
  })),
})
