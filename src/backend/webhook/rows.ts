import { sql, type Selectable } from 'kysely'
import { contractIsOver } from '#backend/contract-over.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Database } from '#backend/db/tables.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { newId } from '#backend/db/ids.ts'
import { rowsOf } from '#backend/db/rows.ts'
import { notFound } from '#backend/refusal.ts'
import { formatRfc3339, isBefore, type Instant } from '#domain/tokyo.ts'
import { webhookData, type WebhookEvent } from '#protocol/webhook-event.ts'
import { MOST_BODY_BYTES } from '#vocabulary/webhook.ts'

export type WebhookRow = Selectable<Database['webhook']>
export type DeliveryRow = Selectable<Database['webhook_delivery']>

export const webhookAad = {
  url: (webhookId: string) => `webhook.url:${webhookId}`,
  secret: (webhookId: string) => `webhook.secret:${webhookId}`,
  answer: (deliveryId: string, nth: number) => `webhook_attempt.answer:${deliveryId}:${nth}`,
}

type Sealed = Pick<
  WebhookRow,
  'webhook_id' | 'url_sealed' | 'secret_sealed' | 'former_secret_sealed' | 'former_secret_until'
>

export const urlOf = (sealing: Sealing, row: Pick<Sealed, 'webhook_id' | 'url_sealed'>): string =>
  sealing.open(webhookAad.url(row.webhook_id), row.url_sealed)

/** What is said of the address in messages and lists: the rest of it may hold a word that lets one in. */
export const hostOf = (sealing: Sealing, row: Pick<Sealed, 'webhook_id' | 'url_sealed'>): string =>
  new URL(urlOf(sealing, row)).host

/** What signs now: the secret, and after a change the former one for a while. */
export function secretsOf(sealing: Sealing, row: Sealed, now: Instant): string[] {
  const { former_secret_sealed: former, former_secret_until: until } = row
  const open = (value: string) => sealing.open(webhookAad.secret(row.webhook_id), value)
  const isOverlapping = former !== null && until !== null && isBefore(now, until)
  return [open(row.secret_sealed), ...(isOverlapping ? [open(former)] : [])]
}

export const findWebhooks = (db: Db, contractId: string): Promise<WebhookRow[]> =>
  rowsOf(db, 'webhook', { contract_id: contractId }, 'made_at', 'webhook_id')

export const getWebhook = (
  db: Db,
  key: { readonly contractId: string; readonly webhookId: string },
): Promise<WebhookRow> =>
  db
    .selectFrom('webhook')
    .selectAll()
    .where('contract_id', '=', key.contractId)
    .where('webhook_id', '=', key.webhookId)
    .executeTakeFirstOrThrow(notFound)

/** Held until the change is done: two presses at once are one after the other. */
export const lockWebhook = (
  tx: Db,
  key: { readonly contractId: string; readonly webhookId: string },
): Promise<WebhookRow> =>
  tx
    .selectFrom('webhook')
    .selectAll()
    .where('contract_id', '=', key.contractId)
    .where('webhook_id', '=', key.webhookId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound)

/** Takes receivers of a contract away, with all that they were told: one, or all of them where it is another's now. */
export async function removeWebhooks(
  tx: Db,
  contractId: string,
  webhookId?: string,
): Promise<number> {
  const removed = await tx
    .deleteFrom('webhook')
    .where('contract_id', '=', contractId)
    .$if(webhookId !== undefined, (query) => query.where('webhook_id', '=', webhookId ?? ''))
    .executeTakeFirst()
  return Number(removed.numDeletedRows)
}

/** Those of all contracts of an account: with its logins everywhere. */
export async function removeWebhooksOfAccount(tx: Db, accountId: string): Promise<void> {
  await tx
    .deleteFrom('webhook')
    .where('contract_id', 'in', (eb) =>
      eb.selectFrom('contract').select('contract_id').where('account_id', '=', accountId),
    )
    .execute()
}

/** The receivers of these accounts that are told of something, each with the account whose contract it is. */
export const findListening = (tx: Db, accountIds: readonly string[]) =>
  tx
    .selectFrom('webhook as w')
    .innerJoin('contract as c', 'c.contract_id', 'w.contract_id')
    .select(['c.account_id', 'w.contract_id', 'w.webhook_id', 'w.events', 'w.failing_since'])
    .where('c.account_id', '=', sql<string>`any(${accountIds})`)
    .where((eb) => eb.not(contractIsOver))
    .where('w.state', '=', 'on')
    .execute()

export type NewDelivery = Pick<
  DeliveryRow,
  'contract_id' | 'delivery_id' | 'webhook_id' | 'type' | 'body' | 'source_ref'
>

/** @throws RangeError for a body that names more than ids, or is larger than any receiver has to take */
export function deliveryOf(
  webhook: { readonly contract_id: string; readonly webhook_id: string },
  sourceRef: string,
  { type, data }: WebhookEvent,
  now: Instant,
): NewDelivery {
  const timestamp = formatRfc3339(now.round({ smallestUnit: 'second', roundingMode: 'floor' }))
  const event = { type, timestamp, data: webhookData[type].parse(data) }
  const body = JSON.stringify(event)
  if (Buffer.byteLength(body) > MOST_BODY_BYTES) throw new RangeError(`${type} is too large`)
  const { contract_id, webhook_id } = webhook
  return {
    contract_id,
    webhook_id,
    delivery_id: newId('msg'),
    type,
    body,
    source_ref: sourceRef,
  }
}

/** One for each receiver and event: what was told before is not told again. @returns the receivers of those that are new */
export async function insertDeliveries(
  tx: Db,
  deliveries: readonly NewDelivery[],
  now: Instant,
): Promise<ReadonlySet<string>> {
  if (deliveries.length === 0) return new Set()
  const written = await tx
    .insertInto('webhook_delivery')
    .values(
      deliveries.map((delivery) => ({
        ...delivery,
        state: 'waiting' as const,
        made_at: now,
        since: now,
        due_at: now,
        delivered_at: null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['webhook_id', 'source_ref']).doNothing())
    .returning('webhook_id')
    .execute()
  return new Set(written.map((row) => row.webhook_id))
}
