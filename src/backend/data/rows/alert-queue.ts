import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import { insertRow } from '#backend/db/rows.ts'
import { defaultAlertSettings } from '#domain/data/alert.ts'
import { type Instant, startOfDay, startOfMonth, toTokyoMonth } from '#domain/tokyo.ts'

/** A pool after its ledger was charged; `leftBytes` may be what one of its buckets has left, which is at most as much. */
type PoolLeft = { readonly contractId: string; readonly leftBytes: number }

/** With more left than this, no default threshold is reached. */
const defaultLimitBytes = Math.max(
  0,
  ...defaultAlertSettings.thresholds
    .filter(({ unit, enabled }) => enabled && unit === 'remainingBytes')
    .map(({ value }) => value),
)

/**
 * Queues the pools that the alerts must look at: those of members with thresholds of their own, and for all others those
 * below the default threshold.
 */
export async function queueForAlerts(tx: Db, pools: readonly PoolLeft[]): Promise<void> {
  if (pools.length === 0) return
  const ids = pools.map((one) => one.contractId)
  const left = pools.map((one) => one.leftBytes)
  const given = sql`unnest(${ids}::text[], ${left}::bigint[]) as given (contract_id, left_bytes)`
  await insertIntoAlertQueue(given).execute(tx)
}

/** The same as a part of a statement, for its set with `contract_id` and `left_bytes`. */
export const insertIntoAlertQueue = (pools: RawBuilder<unknown>) => sql`
  insert into alert_due (contract_id, due_id)
  select p.contract_id, ${newId('due')} from (select contract_id, left_bytes from ${pools}) p
  left join lateral (
    select channel from alert_setting s where s.contract_id = p.contract_id limit 1) own on true
  where coalesce(own.channel <> 'none', p.left_bytes <= ${defaultLimitBytes})
  on conflict do nothing`

/** Queues a contract whose thresholds were changed. */
export async function queueForNewSettings(tx: Db, contractId: string): Promise<void> {
  await insertRow(tx, 'alert_due', { contract_id: contractId, due_id: newId('due') })
}

/** Calls do not queue by themselves: contracts with a threshold in yen are looked at for a day after a call came in. */
const HOURS_AFTER_CALL = 25

/** Queues contracts with a threshold in yen and a call of late. */
export async function queueCallers(tx: Db, now: Instant): Promise<void> {
  const month = startOfDay(startOfMonth(toTokyoMonth(now)))
  await sql`
    insert into alert_due (contract_id, due_id)
    select s.contract_id, ${newId('due')} from alert_setting s
    where s.channel <> 'none' and s.thresholds @> '[{"unit": "chargesYen", "enabled": true}]'
      and exists (select from call_record r where r.contract_id = s.contract_id
        and r.started_at >= ${month.toString()}
        and r.received_at > ${now.subtract({ hours: HOURS_AFTER_CALL }).toString()})`.execute(tx)
}

type QueuedForAlerts = { readonly contractId: string; readonly alertIds: readonly string[] }

/** The next queued contracts, in the order of their ids; suspended ones stay queued. */
export async function readAlertQueue(
  db: Db,
  page: { after: string; limit: number },
): Promise<QueuedForAlerts[]> {
  const { rows } = await sql<QueuedForAlerts>`
    select contract_id as "contractId", array_agg(due_id) as "alertIds"
    from alert_due join contract using (contract_id)
    where status <> 'suspended' and contract_id > ${page.after}
    group by contract_id order by contract_id limit ${page.limit}`.execute(db)
  return rows
}

/** Rows that were queued meanwhile stay. */
export async function removeFromAlertQueue(
  db: Db,
  looked: readonly QueuedForAlerts[],
): Promise<void> {
  if (looked.length === 0) return
  const each = looked.flatMap(({ contractId, alertIds }) => alertIds.map((id) => [contractId, id]))
  const [contracts, queued] = [each.map(([id]) => id), each.map(([, id]) => id)]
  await sql`
    delete from alert_due d using unnest(${contracts}::text[], ${queued}::text[]) as looked (contract_id, due_id)
    where d.contract_id = looked.contract_id and d.due_id = looked.due_id`.execute(db)
}
