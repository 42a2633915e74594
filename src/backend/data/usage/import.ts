import type pg from 'pg'
import type { AreaDeps } from '#backend/area.ts'
import { feedCursor, monthsOf } from '#backend/carrier/feed.ts'
import { ensureMonthPartitions } from '#backend/db/month-partitions.ts'
import type { Batch, CarrierPort, UsageRecord } from '#backend/ports/carrier.ts'
import { formatRfc3339, instant, type Instant } from '#domain/tokyo.ts'
import { mergeUsage } from './merge.ts'
import { keepTooLate } from './too-late.ts'

/** Records a round; a transaction of that size takes well under a second. */
const BATCH_RECORDS = 10_000

export type ImportResult = {
  /** False when the carrier did not answer: the next run goes on from the same place. */
  complete: boolean
  received: number
  changed: number
}

/**
 * Reads the carrier's usage feed to its end (or to `until`, for a clock that is walked). Each batch and the cursor
 * behind it commit together; the call is made before the transaction, and a batch whose place another importer has
 * taken meanwhile is left to it.
 */
export async function importUsage(
  deps: Pick<AreaDeps, 'database' | 'log'> & { readonly carrier: Pick<CarrierPort, 'usage'> },
  now: Instant,
  until: Instant = now,
): Promise<ImportResult> {
  const total: ImportResult = { complete: true, received: 0, changed: 0 }
  for (let more = true; more;) {
    const cursor = await feedCursor(deps.database.db, 'usage')
    const answer = await deps.carrier.usage(cursor, BATCH_RECORDS, formatRfc3339(until))
    if (answer.kind !== 'accepted') {
      deps.log.warn({ answer }, 'usage feed gave no batch')
      return { ...total, complete: false }
    }
    const received = answer.value
    const batch = {
      ...received,
      rows: await keepTooLate(deps.database.db, received.rows, now),
    }
    const months = monthsOf(new Set(batch.rows.map((row) => row.from)), until)
    await ensureMonthPartitions(deps.database, 'usage_record', months)
    total.changed += await takeBatch(deps.database.pool, cursor, batch, now)
    total.received += received.rows.length
    more = batch.more
  }
  return total
}

async function takeBatch(
  pool: pg.Pool,
  cursor: string,
  batch: Batch<UsageRecord>,
  now: Instant,
): Promise<number> {
  const through = batch.through === '' ? now : instant(batch.through)
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `insert into import_cursor (source, cursor, imported_at) values ('usage', '', $1)
       on conflict do nothing`,
      [now.toString()],
    )
    const { rows } = await client.query(
      `select cursor from import_cursor where source = 'usage' for update`,
    )
    const changed = rows[0]?.cursor === cursor ? await mergeUsage(client, batch.rows, now) : 0
    if (rows[0]?.cursor === cursor)
      await client.query(
        `update import_cursor set cursor = $1, imported_at = $2,
           through = case when $4 then through else greatest(through, $3) end
         where source = 'usage'`,
        [batch.nextCursor || cursor, now.toString(), through.toString(), batch.more],
      )
    await client.query('commit')
    return changed
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}
