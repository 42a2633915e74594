import { sql, type Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { LineTables } from '#backend/db/tables/line.ts'
import type { CallRecord } from '#backend/ports/carrier.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { instant, type Instant } from '#domain/tokyo.ts'
import { maskDestination } from './mask.ts'
import { rateCall, type Rating, type RatingFault } from './rating.ts'
import { loadUnlimited } from './unlimited.ts'

export type Rated = { readonly sealing: Sealing; readonly book: PriceBook }

export type CallRow = Selectable<LineTables['call_record']>
type Fault = { readonly record: CallRecord; readonly fault: RatingFault }

/** The member's number a call went to, complete. */
export const destinationAad = (recordId: string) => `call_record.to:${recordId}`

/**
 * Takes up records that arrived at `now`, each once: a repeated one changes nothing, a newer revision counts from now
 * on, one older than what is known never does. What belongs to no line we know is kept as a stray, what cannot be
 * rated as a fault; both are tried again at every import.
 */
export async function takeRecords(
  tx: Db,
  rated: Rated,
  records: readonly CallRecord[],
  now: Instant,
) {
  if (records.length === 0) return
  const lines = await linesByRef(tx, [...new Set(records.map((record) => record.lineRef))])
  const known = records.filter(({ lineRef }) => lines.has(lineRef))
  await keepStrays(
    tx,
    rated.sealing,
    records.filter(({ lineRef }) => !lines.has(lineRef)),
    now,
  )
  const ids = [...lines.values()].map((line) => line.line_id)
  const isUnlimited = await loadUnlimited(tx, ids)
  const rows: CallRow[] = []
  const faults: Fault[] = []
  for (const record of known) {
    const line = lines.get(record.lineRef)
    if (line === undefined) continue
    const unlimited = isUnlimited(line.line_id, instant(record.startedAt))
    const outcome = rateCall(record, unlimited, rated.book)
    if ('fault' in outcome) faults.push({ record, fault: outcome.fault })
    else rows.push({ ...line, ...toRow(record, outcome.rating, rated.sealing, now) })
  }
  await insertRevisions(tx, rows, now)
  await noteFaults(tx, rated.sealing, faults, now)
  await resolveFaults(tx, known, faults, now)
}

/** Newer revisions take the place of older ones from now on; what comes behind its own correction never counts. */
async function insertRevisions(tx: Db, rows: readonly CallRow[], now: Instant) {
  if (rows.length === 0) return
  const stored = await tx
    .selectFrom('call_record')
    .select(['contract_id', 'record_id', 'revision'])
    .where(
      sql<boolean>`(contract_id, record_id) in (select * from unnest(
        ${rows.map((row) => row.contract_id)}::text[], ${rows.map((row) => row.record_id)}::text[]))`,
    )
    .execute()
  const revisions = Map.groupBy([...stored, ...rows], keyOf)
  const newest = (row: Keyed) =>
    Math.max(...(revisions.get(keyOf(row)) ?? []).map(({ revision }) => revision))
  await tx
    .insertInto('call_record')
    .values(rows.map((row) => ({ ...row, superseded_at: row.revision < newest(row) ? now : null })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const corrections = rows.filter((row) =>
    stored.some((one) => keyOf(one) === keyOf(row) && one.revision < row.revision),
  )
  if (corrections.length === 0) return
  await sql`
    update call_record old set superseded_at = ${now.toString()}::timestamptz
    from unnest(${corrections.map((row) => row.contract_id)}::text[],
      ${corrections.map((row) => row.record_id)}::text[],
      ${corrections.map((row) => row.revision)}::integer[]) as new(contract_id, record_id, revision)
    where old.contract_id = new.contract_id and old.record_id = new.record_id
      and old.revision < new.revision and old.superseded_at is null`.execute(tx)
}

type Keyed = Pick<CallRow, 'contract_id' | 'record_id'>
const keyOf = ({ contract_id, record_id }: Keyed) => `${contract_id} ${record_id}`

async function keepStrays(
  tx: Db,
  sealing: Sealing,
  strays: readonly CallRecord[],
  receivedAt: Instant,
) {
  for (const record of strays)
    await tx
      .insertInto('call_stray')
      .values({ ...keyOfRecord(record), ...sealed(sealing, record), received_at: receivedAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

async function noteFaults(tx: Db, sealing: Sealing, faults: readonly Fault[], failedAt: Instant) {
  for (const { record, fault } of faults)
    await tx
      .insertInto('call_fault')
      .values({ ...keyOfRecord(record), ...sealed(sealing, record), ...fault, failed_at: failedAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** A record that could be rated, or a newer one of it, ends its faults. */
async function resolveFaults(
  tx: Db,
  records: readonly CallRecord[],
  faults: readonly Fault[],
  now: Instant,
) {
  const failed = new Set(faults.map(({ record }) => record))
  const rated = records.filter((record) => !failed.has(record))
  if (rated.length === 0) return
  await sql`
    update call_fault f set resolved_at = ${now.toString()}::timestamptz
    from unnest(${rated.map(({ lineRef }) => lineRef)}::text[],
      ${rated.map(({ recordId }) => recordId)}::text[],
      ${rated.map(({ revision }) => revision)}::integer[]) as ok(line_ref, record_id, revision)
    where f.line_ref = ok.line_ref and f.record_id = ok.record_id and f.revision <= ok.revision
      and f.resolved_at is null`.execute(tx)
}

async function linesByRef(tx: Db, refs: readonly string[]) {
  const lines = await tx
    .selectFrom('line')
    .select(['contract_id', 'line_id', 'carrier_ref'])
    .where('carrier_ref', '=', sql<string>`any(${refs})`)
    .execute()
  return new Map(lines.map(({ carrier_ref, ...line }) => [carrier_ref, line]))
}

function toRow(
  record: CallRecord,
  rating: Rating,
  sealing: Sealing,
  now: Instant,
): Omit<CallRow, 'contract_id' | 'line_id'> {
  const { recordId, destination } = record
  return {
    record_id: recordId,
    revision: record.revision,
    kind: rating.kind,
    started_at: instant(record.startedAt),
    duration_seconds: record.durationSeconds,
    characters: record.characters,
    to_masked: maskDestination(destination),
    to_sealed: sealing.seal(destinationAad(recordId), destination),
    units: rating.units,
    free_seconds: rating.freeSeconds,
    flat_rate: rating.flatRate,
    figure_key: rating.row.key,
    rate_valid_from: rating.row.validFrom,
    unit_tenths_yen: rating.row.tenthsYen,
    amount_tenths_yen: rating.amountTenthsYen,
    tax: rating.row.tax,
    received_at: now,
    superseded_at: null,
  }
}

const keyOfRecord = ({ lineRef, recordId, revision }: CallRecord) => ({
  line_ref: lineRef,
  record_id: recordId,
  revision,
})

export const recordAad = (of: { line_ref: string; record_id: string; revision: number }) =>
  `call.record:${of.line_ref}/${of.record_id}/${of.revision}`

const sealed = (sealing: Sealing, record: CallRecord) => ({
  record_sealed: sealing.seal(recordAad(keyOfRecord(record)), JSON.stringify(record)),
})
