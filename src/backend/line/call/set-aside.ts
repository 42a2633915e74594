import { sql } from 'kysely'
import { callRecord } from '#backend/adapters/carrier.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Instant } from '#domain/tokyo.ts'
import { recordAad, takeRecords, type Rated } from './records.ts'

type SetAside = { line_ref: string; record_id: string; revision: number; record_sealed: string }

/**
 * Tries again what was set aside: records of a line that was not known when they came, and those that could not be
 * rated. What is taken up now arrived now, so that the bill of a month already closed is left as it is.
 */
export async function takeSetAside(tx: Db, rated: Rated, now: Instant) {
  const strays = await sql<SetAside>`
    delete from call_stray s using line l where l.carrier_ref = s.line_ref
    returning s.line_ref, s.record_id, s.revision, s.record_sealed`.execute(tx)
  const faults = await openFaults(tx)
  const records = [...strays.rows, ...faults].map((row) => openRecord(rated.sealing, row))
  await takeRecords(tx, rated, records, now)
}

const openRecord = (sealing: Sealing, row: SetAside) =>
  callRecord.parse(JSON.parse(sealing.open(recordAad(row), row.record_sealed)))

/** Records that cannot be rated, with the reason and the fact that is missing; the oldest first. */
export async function openFaults(db: Db) {
  return db
    .selectFrom('call_fault')
    .select(['line_ref', 'record_id', 'revision', 'record_sealed', 'reason', 'fact'])
    .where('resolved_at', 'is', null)
    .orderBy('failed_at')
    .execute()
}
