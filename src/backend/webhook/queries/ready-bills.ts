import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { WebhookEvent } from '#protocol/webhook-event.ts'

/** A bill that nobody was told of for so long is no news. */
const NEWS_HOURS = 72

/**
 * Bills made since their contract's receivers were, and that these have not been told of: no mail is sent of them, and the
 * month's close writes them by the million.
 */
export async function findReadyBills(db: Db, now: Instant) {
  const { rows } = await sql<{
    account_id: string
    contract_id: string
    bill_id: string
    month: string
  }>`
    select distinct c.account_id, b.contract_id, b.bill_id, b.month
    from webhook w
    join contract c using (contract_id)
    join bill b using (contract_id)
    where w.state = 'on' and 'bill.ready' = any(w.events)
      and b.fixed_at >= greatest(w.made_at, ${now.subtract({ hours: NEWS_HOURS })})
      and not exists (select from webhook_delivery d
        where d.webhook_id = w.webhook_id and d.source_ref = 'bill-ready/' || b.bill_id)`.execute(
    db,
  )
  return rows.map(({ account_id: accountId, contract_id: contractId, bill_id: billId, month }) => ({
    accountId,
    sourceRef: `bill-ready/${billId}`,
    event: { type: 'bill.ready', data: { contractId, billId, month } } satisfies WebhookEvent,
  }))
}
