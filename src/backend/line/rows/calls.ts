import { sql, type Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Database } from '#backend/db/tables.ts'
import { anyOfMany, columnsOf, insertIfNew } from '#backend/db/rows.ts'
import type { CallRecord } from '#backend/ports/carrier.ts'
import { instant, type Instant } from '#domain/tokyo.ts'
import { callRecord } from '#outside/carrier.ts'
import type { Rating, RatingFault } from '../queries/rate-call.ts'

export type CallRow = Selectable<Database['call_record']>
export type Fault = { readonly record: CallRecord; readonly fault: RatingFault }

/** The member's number a call went to, complete. */
export const destinationAad = (recordId: string) => `call_record.to:${recordId}`

/**
 * A called number as it may be stored and shown: the last four digits hidden, except in three-digit service numbers,
 * which belong to nobody.
 */
export function maskDestination(number: string): string {
  const digits = number.replaceAll('-', '')
  if (digits.length <= 3) return digits
  const head = digits.slice(0, -4)
  if (/^0[5789]0\d{8}$/u.test(digits)) return `${head.slice(0, 3)}-${head.slice(3)}-****`
  if (/^0570\d{6}$/u.test(digits)) return `${head.slice(0, 4)}-${head.slice(4)}-****`
  if (/^0[36]\d{8}$/u.test(digits)) return `${head.slice(0, 2)}-${head.slice(2)}-****`
  return `${head}-****`
}

/** A newer revision replaces the older ones from now on; a record that arrives after its own correction never counts. */
export async function insertRevisions(tx: Db, rows: readonly CallRow[], now: Instant) {
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

/** Stores records of lines we do not know. */
export async function insertUnmatched(
  tx: Db,
  sealing: Sealing,
  records: readonly CallRecord[],
  receivedAt: Instant,
) {
  for (const record of records)
    await insertIfNew(tx, 'call_stray', {
      ...keyOfRecord(record),
      ...sealed(sealing, record),
      received_at: receivedAt,
    })
}

/** Stores records that cannot be rated, with the fact that is missing. */
export async function insertFaults(
  tx: Db,
  sealing: Sealing,
  faults: readonly Fault[],
  failedAt: Instant,
) {
  for (const { record, fault } of faults)
    await insertIfNew(tx, 'call_fault', {
      ...keyOfRecord(record),
      ...sealed(sealing, record),
      ...fault,
      failed_at: failedAt,
    })
}

/** A record that could be rated resolves its own faults and those of its older revisions. */
export async function resolveFaults(
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

export async function linesByRef(tx: Db, refs: readonly string[]) {
  const lines = await columnsOf(tx, 'line', ['contract_id', 'line_id', 'carrier_ref'], {
    carrier_ref: anyOfMany(refs),
  })
  return new Map(lines.map(({ carrier_ref, ...line }) => [carrier_ref, line]))
}

export function toCallRow(
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

type SetAside = { line_ref: string; record_id: string; revision: number; record_sealed: string }

/** Takes out the unmatched records whose line is known meanwhile. */
export async function takeMatched(tx: Db): Promise<readonly SetAside[]> {
  const { rows } = await sql<SetAside>`
    delete from call_stray s using line l where l.carrier_ref = s.line_ref
    returning s.line_ref, s.record_id, s.revision, s.record_sealed`.execute(tx)
  return rows
}

export const openRecord = (sealing: Sealing, row: SetAside) =>
  callRecord.parse(JSON.parse(sealing.open(recordAad(row), row.record_sealed)))

/** The stored records that cannot be rated, with the reason and the fact that is missing; the oldest first. */
export async function openFaults(db: Db) {
  return db
    .selectFrom('call_fault')
    .select(['line_ref', 'record_id', 'revision', 'record_sealed', 'reason', 'fact'])
    .where('resolved_at', 'is', null)
    .orderBy('failed_at')
    .execute()
}
