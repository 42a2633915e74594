import { sql } from 'kysely'
import { z } from 'zod'
import { findLine } from '#backend/contract/contracts.ts'
import { isOfLineUser, requireNoLineUser } from '#backend/contract/family-roles.ts'
import { readRange, type DateRange } from '#backend/date-range.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { findRow } from '#backend/db/rows.ts'
import { pageOf, readCursor } from '#backend/paging.ts'
import { endOfDay, formatRfc3339, startOfDay, toTokyoDate } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { callApi } from '#protocol/call.ts'
import { reportedInstant } from '#protocol/primitives.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import { explain, reckoningOf } from './call-words.ts'
import { destinationAad } from '../rows/calls.ts'

export type CallsAsked = {
  contractId: string
  lineId: string
  from: string
  to: string
  cursor?: string | undefined
  limit?: number | undefined
  /** Numbers complete, where the member explicitly asks for them. */
  unmasked?: boolean | undefined
  now: Temporal.Instant
}

const DEFAULT_LIMIT = 100
const key = z.tuple([reportedInstant, z.string()])

/** Calls and messages of one line, newest first; the totals are those of the whole range. */
export async function readCallLog(
  db: Db,
  sealing: Sealing,
  asked: CallsAsked,
): Promise<Answer<typeof callApi.callLogGet>> {
  const { contractId, lineId, now } = asked
  const line = await findLine(db, contractId, lineId)
  await requireNoLineUser(db, asked)
  const range = readRange(asked)
  const limit = asked.limit ?? DEFAULT_LIMIT
  const records = await readCalls(db, asked, range, limit + 1)
  const page = pageOf(records, limit, (row) => [row.started_at.toString(), row.record_id])
  const totals = await readTotals(db, asked, range)
  const today = toTokyoDate(now)
  return {
    ...page,
    rows: page.rows.map((row) => ({
      recordId: row.record_id,
      at: formatRfc3339(row.started_at),
      kind: row.kind,
      toMasked: row.to_masked,
      ...(asked.unmasked && { to: shownNumber(row, asked, sealing) }),
      durationSeconds: row.duration_seconds ?? undefined,
      messages: row.characters === null ? undefined : row.units,
      amountTenthsYen: row.amount_tenths_yen,
      tax: row.tax,
      ...(row.free_seconds === 0 ? {} : { freeSeconds: row.free_seconds }),
      explanation: explain(row),
      reckoning: reckoningOf(row),
      provisional: toTokyoDate(row.started_at) === today,
    })),
    line: toLineName(line, sealing),
    total: totals.count,
    totalAmountTenthsYen: totals.amount,
    totalDurationSeconds: totals.duration,
    asOf: formatRfc3339((await callsThrough(db)) ?? now),
  }
}

/** Not the calls of the holder before a succession, nor of a member of the family who used the line (docs/decisions/116). */
export const isOfHolder = (record: string) => sql<boolean>`(started_at >= coalesce(
  (select succeeded_at from contract where contract.contract_id = ${sql.ref(`${record}.contract_id`)}),
  '-infinity') and not ${isOfLineUser(record, 'started_at')})`

function inRange(db: Db, { contractId, lineId }: CallsAsked, range: DateRange) {
  return db
    .selectFrom('call_record')
    .where('contract_id', '=', contractId)
    .where('line_id', '=', lineId)
    .where('started_at', '>=', startOfDay(range.from))
    .where('started_at', '<', endOfDay(range.to))
    .where('superseded_at', 'is', null)
    .where(isOfHolder('call_record'))
}

export async function readCalls(db: Db, asked: CallsAsked, range: DateRange, limit: number) {
  const after = readCursor(asked.cursor, key)
  const query = inRange(db, asked, range)
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('record_id', 'desc')
    .limit(limit)
  return after === undefined
    ? query.execute()
    : query
        .where(sql<boolean>`(started_at, record_id) < (${after[0]}::timestamptz, ${after[1]})`)
        .execute()
}

async function readTotals(db: Db, asked: CallsAsked, range: DateRange) {
  return inRange(db, asked, range)
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(sum(amount_tenths_yen), 0)::bigint`.as('amount'),
      sql<number>`coalesce(sum(duration_seconds), 0)::bigint`.as('duration'),
    ])
    .executeTakeFirstOrThrow()
}

async function callsThrough(db: Db) {
  const cursor = await findRow(db, 'import_cursor', { source: 'calls' }, 'through')
  return cursor?.through ?? undefined
}

type Called = { record_id: string; to_masked: string; to_sealed: string | null }

/** The whole number where the member asks for it and it is stored; else with its last digits hidden. */
export function shownNumber(
  { record_id: recordId, to_masked: masked, to_sealed: sealed }: Called,
  { unmasked = false }: Pick<CallsAsked, 'unmasked'>,
  sealing: Sealing,
): string {
  return unmasked && sealed !== null ? sealing.open(destinationAad(recordId), sealed) : masked
}
