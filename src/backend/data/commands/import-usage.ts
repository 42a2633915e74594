import { z } from 'zod'
import type { AreaDeps } from '#backend/area.ts'
import { feedCursor, monthsOf } from '#backend/carrier/feed.ts'
import type { Db } from '#backend/db/connect.ts'
import { ensureMonthPartitions } from '#backend/db/month-partitions.ts'
import { defineJob } from '#backend/jobs/queue.ts'
import type { Batch, CarrierPort, UsageRecord } from '#backend/ports/carrier.ts'
import { formatRfc3339, type Instant, instant, isBefore } from '#domain/tokyo.ts'
import { startBatch, type Started } from './take-batch.ts'

/** Records a round; a transaction of that size takes well under a second. */
const BATCH_RECORDS = 10_000

/** While one batch is written the next one is fetched, and written as far as it does not depend on the one ahead. */
const BATCHES_AT_ONCE = 2

type ImportResult = {
  /** False when the carrier did not answer: the next run goes on from the same cursor. */
  complete: boolean
  received: number
  changed: number
}

type Deps = Pick<AreaDeps, 'database' | 'log'> & { readonly carrier: Pick<CarrierPort, 'usage'> }

type Span = { readonly now: Instant; readonly until: Instant }

/**
 * Reads the carrier's usage feed to its end (or to `until`, for a clock that is walked). Each batch and the cursor
 * behind it commit together and in the order of the feed; the carrier is called before the transaction. Where another
 * import has moved the cursor, or two batches block each other because both hold a record, the import goes on from the
 * committed cursor, one batch at a time.
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

/** @returns true where the feed is read to its end or the carrier stops answering; false where it must begin at the committed cursor. */
async function readOn(deps: Deps, span: Span, total: ImportResult, atOnce: number) {
  const underWay: Started[] = []
  let isBroken = false
  /** Waits for batches until `left` are under way, or for all once one was not taken. @returns whether all were taken. */
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
      ahead = startBatch(deps.database, { cursor, batch, now: span.now }, ahead)
      underWay.push(ahead)
      if (!batch.more) return await drain(0)
      cursor = batch.nextCursor || cursor
    }
  } finally {
    await Promise.allSettled(underWay.map((one) => one.taken))
  }
}

/** @returns undefined where the carrier does not answer. */
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
  const rows = await setAsideTooLate(database.db, answer.value.rows, now)
  const months = monthsOf(new Set(rows.map((row) => row.from)), until)
  await ensureMonthPartitions(database, 'usage_record', months)
  return { ...answer.value, rows }
}

/**
 * Stores the records of rolled-up months apart: the records to compare them with are deleted, and a replay from there
 * would take back what was charged. @returns the other records.
 */
async function setAsideTooLate(
  db: Db,
  records: UsageRecord[],
  now: Instant,
): Promise<UsageRecord[]> {
  const deleted = await db.selectFrom('usage_let_go').select('before').executeTakeFirst()
  if (deleted === undefined) return records
  const hours = new Set(records.map((record) => record.from))
  const lateHours = new Set([...hours].filter((from) => isBefore(instant(from), deleted.before)))
  const isLate = (record: UsageRecord) => lateHours.has(record.from)
  const late = records.filter(isLate)
  if (late.length === 0) return records
  await db
    .insertInto('usage_late')
    .values(
      late.map((record) => ({
        line_ref: record.lineRef,
        from_at: instant(record.from),
        to_at: instant(record.to),
        record_id: record.recordId,
        revision: record.revision,
        high_bytes: record.highBytes,
        low_bytes: record.lowBytes,
        received_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return records.filter((record) => !isLate(record))
}

/** Queued when a single record came by callback. It is in the feed too, so the job only imports the feed at once. */
export const usageHintJob = defineJob({
  name: 'usage-hint',
  payload: z.object({}),
  retryLimit: 0,
  retryDelaySeconds: 0,
})
