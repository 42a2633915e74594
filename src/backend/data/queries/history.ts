import { sql } from 'kysely'
import { z } from 'zod'
import { findLine, findLines } from '#backend/contract/contracts.ts'
import { hadLineUser, isOfLineUser } from '#backend/contract/family-roles.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Database } from '#backend/db/tables.ts'
import { pageOf, readCursor } from '#backend/paging.ts'
import { transferSource } from '#domain/data/running-pool.ts'
import {
  endOfDay,
  endOfMonth,
  formatRfc3339,
  instant,
  startOfDay,
  startOfMonth,
  tokyoMonth,
  toTokyoDate,
} from '#domain/tokyo.ts'
import type { dataApi } from '#protocol/data.ts'
import type { Answer } from '#protocol/endpoint.ts'
import { reportedInstant } from '#protocol/primitives.ts'
import { usageThrough } from './usage.ts'
import { bucketLabel, fromWireBucketId, toWireBucketId } from './wire-bucket.ts'

type Bucket = Database['data_bucket']

type EntryRow = {
  position: number
  step: number
  bucket_id: string
  line_id: string | null
  kind: Database['data_entry']['kind']
  bytes: number
  occurred_at: Temporal.Instant
  bucket_kind: Bucket['kind']
  /** It is of a gift to another contract. */
  is_gift: boolean
  granted_at: Temporal.Instant
}

type Asked = {
  contractId: string
  month?: string | undefined
  lineId?: string | undefined
  bucketId?: string | undefined
  cursor?: string | undefined
  limit?: number | undefined
  now: Temporal.Instant
}

const DEFAULT_LIMIT = 50

const key = z.tuple([reportedInstant, z.int32(), z.int32()])

/**
 * The order of entries of the same moment: grants, then transfers of the month rollover, then payments. A correction is
 * written later than the entry it corrects, but is of the same moment: in the order of writing, the balance would be
 * negative in between.
 */
const stepWithin = (table: 'entry' | 'data_entry') =>
  sql<number>`case when ${sql.ref(`${table}.kind`)} = 'transfer' then 1
    when ${sql.ref(`${table}.bytes`)} > 0 then 0 else 2 end`

/**
 * An hour of use of a line that had a user of its own then is in no list and no file: the secrecy of communications
 * (docs/decisions/116). Its volume is in the balances, and by days in the usage.
 */
export const isNoUsersUse = (entry: 'entry' | 't') =>
  sql<boolean>`(${sql.ref(`${entry}.kind`)} not in ('use', 'adjust') or not ${isOfLineUser(entry, 'occurred_at')})`

/** The ledger, newest first. An entry's balance is that of the whole pool after it, also where entries are filtered. */
export async function readHistory(
  db: Db,
  sealing: Sealing,
  asked: Asked,
): Promise<Answer<typeof dataApi.highSpeedHistoryGet>> {
  const { contractId, now } = asked
  if (asked.lineId !== undefined) await findLine(db, contractId, asked.lineId)
  const limit = asked.limit ?? DEFAULT_LIMIT
  const entries = await readEntries(db, asked, limit + 1)
  const page = pageOf(entries, limit, (row) => [row.occurred_at.toString(), row.step, row.position])
  const balances = await readBalances(db, contractId, page.rows)
  const lines = await findLines(db, contractId)
  const leavesOut = await hadLineUser(db, contractId, asked.lineId)
  const names = new Map(lines.map((line) => [line.line_id, toLineName(line, sealing)]))
  const today = toTokyoDate(now)
  return {
    ...page,
    rows: page.rows.map((row) => {
      const line = row.line_id === null ? undefined : names.get(row.line_id)
      return {
        entryId: `e${row.position}`,
        at: formatRfc3339(row.occurred_at),
        kind: row.kind,
        bytes: row.bytes,
        balanceBytes: balances.get(row.position) ?? 0,
        bucketId: toWireBucketId(row.bucket_id),
        bucketKind: row.bucket_kind,
        line,
        label: entryLabel(row),
        provisional: row.kind === 'use' && toTokyoDate(row.occurred_at) === today,
      }
    }),
    leavesOutUsers: leavesOut,
    asOf: formatRfc3339((await usageThrough(db)) ?? now),
  }
}

async function readEntries(db: Db, asked: Asked, limit: number): Promise<EntryRow[]> {
  const after = readCursor(asked.cursor, key)
  const month = asked.month === undefined ? undefined : tokyoMonth(asked.month)
  let query = db
    .selectFrom('data_entry as entry')
    .innerJoin('data_bucket', (join) =>
      join
        .onRef('data_bucket.contract_id', '=', 'entry.contract_id')
        .onRef('data_bucket.bucket_id', '=', 'entry.bucket_id'),
    )
    .select([
      'entry.position',
      stepWithin('entry').as('step'),
      'entry.bucket_id',
      'entry.line_id',
      'entry.kind',
      'entry.bytes',
      'entry.occurred_at',
      'data_bucket.kind as bucket_kind',
      sql<boolean>`starts_with(entry.source, ${transferSource('')})`.as('is_gift'),
      'data_bucket.granted_at',
    ])
    .where('entry.contract_id', '=', asked.contractId)
    .where(isNoUsersUse('entry'))
    // Entries of earlier months are there only if their bucket ended later (commands/roll-up-usage.ts).
    .where(
      sql<boolean>`entry.occurred_at >= coalesce((select before from usage_let_go), '-infinity')`,
    )
    .orderBy('entry.occurred_at', 'desc')
    .orderBy('step', 'desc')
    .orderBy('entry.position', 'desc')
    .limit(limit)
  if (month !== undefined)
    query = query
      .where('entry.occurred_at', '>=', startOfDay(startOfMonth(month)))
      .where('entry.occurred_at', '<', endOfDay(endOfMonth(month)))
  if (asked.lineId !== undefined) query = query.where('entry.line_id', '=', asked.lineId)
  if (asked.bucketId !== undefined)
    query = query.where('entry.bucket_id', '=', fromWireBucketId(asked.bucketId))
  if (after !== undefined)
    query = query.where('entry.occurred_at', '<=', instant(after[0])).where(
      sql<boolean>`(entry.occurred_at, ${stepWithin('entry')}, entry.position)
        < (${after[0]}::timestamptz, ${after[1]}, ${after[2]})`,
    )
  return query.execute()
}

/**
 * The pool's balance right after each entry: what is left now, less the sum of all later entries. So entries older than
 * the page are not read.
 */
async function readBalances(db: Db, contractId: string, rows: readonly EntryRow[]) {
  const last = rows.at(-1)
  if (last === undefined) return new Map<number, number>()
  const found = await sql<{ position: number; balance: number }>`
    select position, (total - later)::bigint as balance
    from (
      select position,
        sum(bytes) over (order by occurred_at desc, ${stepWithin('data_entry')} desc, position desc)
          - bytes as later
      from data_entry
      where contract_id = ${contractId} and occurred_at >= ${last.occurred_at.toString()}::timestamptz
    ) newer, (
      select coalesce(sum(remaining_bytes), 0) as total
      from data_bucket where contract_id = ${contractId}
    ) now
    where position = any(${rows.map((row) => row.position)})`.execute(db)
  return new Map(found.rows.map((row) => [row.position, row.balance]))
}

/** What happened, in the member's words. */
function entryLabel(row: EntryRow): string {
  if (row.is_gift) return row.bytes < 0 ? 'データギフトを贈った' : 'データギフトの取り消し'
  const bucket = bucketLabel({ kind: row.bucket_kind, grantedAt: row.granted_at })
  switch (row.kind) {
    case 'grant':
      return row.bucket_kind === 'base' ? `${bucket}の付与` : bucket
    case 'use':
      return '高速データ通信の利用'
    case 'adjust':
      return '利用量の訂正'
    case 'expire':
      return `${bucket}の期限切れ`
    case 'transfer':
      return row.bytes < 0 ? '翌月への繰り越し' : bucket
  }
}
