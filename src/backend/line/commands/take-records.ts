import type { Db } from '#backend/db/connect.ts'
import type { CallRecord } from '#backend/ports/carrier.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { instant, type Instant } from '#domain/tokyo.ts'
import { loadUnlimited, rateCall } from '../queries/rate-call.ts'
import {
  insertFaults,
  insertRevisions,
  insertUnmatched,
  linesByRef,
  openFaults,
  openRecord,
  resolveFaults,
  takeMatched,
  toCallRow,
  type CallRow,
  type Fault,
} from '../rows/calls.ts'

export type Rated = Pick<ProcedureDeps, 'sealing' | 'book'>

/**
 * Takes up records that arrived at `now`, each once: a repeated one changes nothing, a newer revision counts from now
 * on, one older than what is known never does. What belongs to no line we know is stored as unmatched, what cannot
 * be rated as a fault; both are tried again at every import.
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
  await insertUnmatched(
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
    else rows.push({ ...line, ...toCallRow(record, outcome.rating, rated.sealing, now) })
  }
  await insertRevisions(tx, rows, now)
  await insertFaults(tx, rated.sealing, faults, now)
  await resolveFaults(tx, known, faults, now)
}

/**
 * Tries again what was set aside: unmatched records whose line is known by now, and those that could not be rated. What is
 * taken up now arrived now, so that the bill of a month already closed is left as it is.
 */
export async function takeSetAside(tx: Db, rated: Rated, now: Instant) {
  const setAside = [...(await takeMatched(tx)), ...(await openFaults(tx))]
  const records = setAside.map((row) => openRecord(rated.sealing, row))
  await takeRecords(tx, rated, records, now)
}
