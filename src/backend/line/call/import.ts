import { sql, type Selectable } from 'kysely'
import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { ensureMonthPartitions } from '#backend/db/month-partitions.ts'
import type { LineTables } from '#backend/db/tables/line.ts'
import type { Batch, CallRecord } from '#backend/ports/carrier.ts'
import {
  addMonths,
  formatRfc3339,
  instant,
  toTokyoMonth,
  type Instant,
  type TokyoMonth,
} from '#domain/tokyo.ts'
import { maskDestination } from './mask.ts'
import { loadUnlimited } from './unlimited.ts'
import { rateCall } from './rating.ts'
import { adoptStrays } from './strays.ts'

/** Records a round; below PostgreSQL's limit of parameters with all their columns. */
const BATCH_RECORDS = 2000

type CallRow = Selectable<LineTables['call_record']>
/** A rated record before its line is known. */
type RatedRow = Omit<CallRow, 'contract_id' | 'line_id'>

type Deps = Pick<AreaDeps, 'database' | 'carrier' | 'log'>

/**
 * Reads the carrier's feed of calls and messages to its end. Each batch and the cursor behind it commit together; the
 * call out is made before the transaction, and a batch whose place another importer has taken meanwhile is left to it.
 * A record that comes again changes nothing.
 */
export async function importCalls(deps: Deps, now: Instant) {
  const { db } = deps.database
  await adoptStrays(db)
  for (let more = true; more;) {
    const cursor = await readCursor(db)
    const answer = await deps.carrier.calls(cursor, BATCH_RECORDS, formatRfc3339(now))
    if (answer.kind !== 'accepted') {
      deps.log.warn({ answer }, 'call feed gave no batch')
      return
    }
    const batch = answer.value
    const months = monthsOf(batch, now)
    await ensureMonthPartitions(
      deps.database,
      { table: 'call_record', column: 'started_at' },
      months,
    )
    await db.transaction().execute((tx) => takeBatch(tx, cursor, batch, now))
    more = batch.more
  }
}

/** The months of the batch, and the next one ahead of its time. */
function monthsOf(batch: Batch<CallRecord>, now: Instant): TokyoMonth[] {
  const month = toTokyoMonth(now)
  const called = batch.rows.map((record) => toTokyoMonth(instant(record.startedAt)))
  return [...called, month, addMonths(month, 1)]
}

async function readCursor(db: Db) {
  const row = await db
    .selectFrom('import_cursor')
    .select('cursor')
    .where('source', '=', 'calls')
    .executeTakeFirst()
  return row?.cursor ?? ''
}

/** Writes a batch and the cursor behind it, received at `now`; not if another importer has been here since. */
export async function takeBatch(tx: Db, cursor: string, batch: Batch<CallRecord>, now: Instant) {
  await tx
    .insertInto('import_cursor')
    .values({ source: 'calls', cursor: '', imported_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const place = await tx
    .selectFrom('import_cursor')
    .select('cursor')
    .where('source', '=', 'calls')
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (place.cursor !== cursor) return
  await takeRecords(tx, batch.rows, now)
  await tx
    .updateTable('import_cursor')
    .set({
      cursor: batch.nextCursor || cursor,
      imported_at: now,
      ...(batch.through === '' || batch.more ? {} : { through: instant(batch.through) }),
    })
    .where('source', '=', 'calls')
    .execute()
}

async function takeRecords(tx: Db, records: readonly CallRecord[], now: Instant) {
  if (records.length === 0) return
  const lines = await linesByRef(tx, [...new Set(records.map((record) => record.lineRef))])
  const ids = [...lines.values()].map((line) => line.line_id)
  const isUnlimited = await loadUnlimited(tx, ids)
  const rows: CallRow[] = []
  const strays: { line_ref: string; row: RatedRow }[] = []
  for (const record of records) {
    const line = lines.get(record.lineRef)
    const unlimited = line !== undefined && isUnlimited(line.line_id, instant(record.startedAt))
    const row = toRow(record, unlimited, now)
    if (line === undefined) strays.push({ line_ref: record.lineRef, row })
    else rows.push({ ...line, ...row })
  }
  await insertRows(tx, rows)
  for (const { line_ref, row } of strays)
    await tx
      .insertInto('call_stray')
      .values({
        line_ref,
        record_id: row.record_id,
        record: JSON.stringify(row),
        received_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

async function insertRows(tx: Db, rows: readonly CallRow[]) {
  if (rows.length === 0) return
  await tx
    .insertInto('call_record')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function linesByRef(tx: Db, refs: readonly string[]) {
  const lines = await tx
    .selectFrom('line')
    .select(['contract_id', 'line_id', 'carrier_ref'])
    .where('carrier_ref', '=', sql<string>`any(${refs})`)
    .execute()
  return new Map(lines.map(({ carrier_ref, ...line }) => [carrier_ref, line]))
}

function toRow(record: CallRecord, unlimited: boolean, now: Instant): RatedRow {
  const rating = rateCall(record, unlimited)
  return {
    record_id: record.recordId,
    kind: rating.kind,
    started_at: instant(record.startedAt),
    duration_seconds: record.durationSeconds,
    characters: record.characters,
    to_masked: maskDestination(record.destination),
    units: rating.units,
    free_seconds: rating.freeSeconds,
    figure_key: rating.row.key,
    rate_valid_from: rating.row.validFrom,
    unit_tenths_yen: rating.row.tenthsYen,
    amount_tenths_yen: rating.amountTenthsYen,
    tax: rating.row.tax,
    received_at: now,
  }
}
