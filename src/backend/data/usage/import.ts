import type { AreaDeps } from '#backend/area.ts'
import { feedCursor, monthsOf } from '#backend/carrier/feed.ts'
import { ensureMonthPartitions } from '#backend/db/month-partitions.ts'
import type { Batch, CarrierPort, UsageRecord } from '#backend/ports/carrier.ts'
import { formatRfc3339, type Instant } from '#domain/tokyo.ts'
import { startBatch, type Started } from './take-batch.ts'
import { keepTooLate } from './too-late.ts'

/** Records a round; a transaction of that size takes well under a second. */
const BATCH_RECORDS = 10_000

/** While one batch is written the next is fetched, and written as far as it need not wait for the one ahead. */
const BATCHES_AT_ONCE = 2

export type ImportResult = {
  /** False when the carrier did not answer: the next run goes on from the same place. */
  complete: boolean
  received: number
  changed: number
}

type Deps = Pick<AreaDeps, 'database' | 'log'> & { readonly carrier: Pick<CarrierPort, 'usage'> }
type Span = { readonly now: Instant; readonly until: Instant }

/**
 * Reads the carrier's usage feed to its end (or to `until`, for a clock that is walked). Each batch and the cursor
 * behind it commit together and in the order of the feed; the call is made before the transaction. Where another importer
 * has taken a batch's place, or two batches wait for each other because a record is in both, it goes on from what is
 * committed, one batch at a time.
 */
export async function importUsage(
  deps: Deps,
  now: Instant,
  until: Instant = now,
): Promise<ImportResult> {
  const total: ImportResult = { complete: true, received: 0, changed: 0 }
  for (let atOnce = BATCHES_AT_ONCE; ; atOnce = 1)
    if (await readOn(deps, { now, until }, total, atOnce)) return total
}

/** @returns whether the feed is read to its end, or as far as the carrier answers; else it goes on from what is committed. */
async function readOn(deps: Deps, span: Span, total: ImportResult, atOnce: number) {
  const underWay: Started[] = []
  let isBroken = false
  /** Waits for the first of those under way until so many are left; for all if one was not taken, and says so. */
  const drain = async (left: number) => {
    while (underWay.length > (isBroken ? 0 : left)) {
      const taken = await underWay.shift()?.taken
      isBroken ||= taken === undefined
      total.received += taken?.received ?? 0
      total.changed += taken?.changed ?? 0
    }
    return !isBroken
  }
  try {
    let cursor = await feedCursor(deps.database.db, 'usage')
    for (let ahead: Started | undefined; ;) {
      const batch = await fetchBatch(deps, span, cursor)
      if (!(await drain(batch === undefined ? 0 : atOnce - 1))) return false
      if (batch === undefined) {
        total.complete = false
        return true
      }
      ahead = startBatch(deps.database.pool, { cursor, batch, now: span.now }, ahead)
      underWay.push(ahead)
      if (!batch.more) return await drain(0)
      cursor = batch.nextCursor || cursor
    }
  } finally {
    await Promise.allSettled(underWay.map((one) => one.taken))
  }
}

/** @returns nothing where the carrier does not answer. */
async function fetchBatch(
  { carrier, database, log }: Deps,
  { now, until }: Span,
  cursor: string,
): Promise<Batch<UsageRecord> | undefined> {
  const answer = await carrier.usage(cursor, BATCH_RECORDS, formatRfc3339(until))
  if (answer.kind !== 'accepted') {
    log.warn({ answer }, 'usage feed gave no batch')
    return undefined
  }
  const rows = await keepTooLate(database.db, answer.value.rows, now)
  const months = monthsOf(new Set(rows.map((row) => row.from)), until)
  await ensureMonthPartitions(database, 'usage_record', months)
  return { ...answer.value, rows }
}
