import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { formatRfc3339, isBefore, type Instant } from '#domain/tokyo.ts'
import { webhookStateWords } from '#vocabulary/states/webhook.ts'
import { MOST_WEBHOOKS } from '#vocabulary/webhook.ts'
import { findWebhooks, urlOf, type WebhookRow } from '../rows.ts'

export async function readWebhooks(db: Db, sealing: Sealing, contractId: string, now: Instant) {
  const rows = await findWebhooks(db, contractId)
  return { webhooks: rows.map((row) => toWire(sealing, row, now)), limit: MOST_WEBHOOKS }
}

export function toWire(sealing: Sealing, row: WebhookRow, now: Instant) {
  const { last_delivered_at: last, failing_since: failing, former_secret_until: former } = row
  return {
    webhookId: row.webhook_id,
    url: urlOf(sealing, row),
    events: row.events,
    state: row.state,
    stateLabel: webhookStateWords[row.state].label,
    madeAt: formatRfc3339(row.made_at),
    ...(last && { lastDeliveredAt: formatRfc3339(last) }),
    ...(failing && { failingSince: formatRfc3339(failing) }),
    ...(former && isBefore(now, former) && { formerSecretUntil: formatRfc3339(former) }),
  }
}
