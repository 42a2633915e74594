import { sql } from 'kysely'
import type { ContractRow } from '#backend/contract/contracts.ts'
import { isOfLineUser } from '#backend/contract/family-roles.ts'
import type { Db } from '#backend/db/connect.ts'
import { runFixed } from '#backend/db/fixed-query.ts'
import { findRow } from '#backend/db/rows.ts'
import { averagedMonths, averageUse, type AverageUse } from '#domain/data/average-use.ts'
import { FORECAST_DAYS } from '#domain/data/forecast.ts'
import {
  addDays,
  endOfDay,
  type Instant,
  startOfDay,
  startOfMonth,
  type TokyoDate,
  type TokyoMonth,
  toTokyoDate,
} from '#domain/tokyo.ts'

export type UsageOfDay = {
  lineId: string
  day: TokyoDate
  /** High-speed volume as the carrier reports it. */
  highBytes: number
  /** What of it was taken from the data: less where the pool ran out within an hour. */
  usedBytes: number
  lowBytes: number
}

/** Days without traffic have no row. Both days included. */
export async function usageByDay(
  db: Db,
  contractId: string,
  range: { from: TokyoDate; to: TokyoDate; lineId?: string },
): Promise<UsageOfDay[]> {
  const ofLine = range.lineId === undefined ? [] : [range.lineId]
  const text = range.lineId === undefined ? daysOfContract : daysOfLine
  return runFixed<UsageOfDay>(db, text, [contractId, range.from, range.to, ...ofLine])
}

/**
 * Today and as many days before it as the longest reader needs, for all who ask about days up to today: a page that
 * shows several of them reads the rows once.
 */
export async function usageOfRecentDays(
  db: Db,
  contractId: string,
  today: TokyoDate,
): Promise<UsageOfDay[]> {
  return usageByDay(db, contractId, { from: addDays(today, -FORECAST_DAYS), to: today })
}

const days = `
  select line_id as "lineId", day, high_bytes as "highBytes",
    greatest(high_bytes - coalesce(uncovered_bytes, 0), 0) as "usedBytes", low_bytes as "lowBytes"
  from usage_by_day left join usage_uncovered using (contract_id, line_id, day)
  where contract_id = $1 and day >= $2 and day <= $3`

const daysOfContract = `${days} order by day, line_id`

const daysOfLine = `${days} and line_id = $4 order by day, line_id`

/** What was taken from the data: the one sum of use on every screen, in mails and in alerts. */
export function usedBytesOf(rows: readonly { readonly usedBytes: number }[]): number {
  return rows.reduce((sum, one) => sum + one.usedBytes, 0)
}

export type UsageOfMonth = {
  lineId: string
  month: TokyoMonth
  highBytes: number
  usedBytes: number
  lowBytes: number
}

/** Sums of the days, months of the Japanese calendar. */
export async function usageByMonth(
  db: Db,
  contractId: string,
  range: { from: TokyoDate; to: TokyoDate },
): Promise<UsageOfMonth[]> {
  const { rows } = await sql<UsageOfMonth>`
    select line_id as "lineId", to_char(day, 'YYYY-MM') as month,
      sum(high_bytes)::bigint as "highBytes",
      sum(greatest(high_bytes - coalesce(uncovered_bytes, 0), 0))::bigint as "usedBytes",
      sum(low_bytes)::bigint as "lowBytes"
    from usage_by_day left join usage_uncovered using (contract_id, line_id, day)
    where contract_id = ${contractId} and day between ${range.from} and ${range.to}
    group by line_id, month order by month, line_id`.execute(db)
  return rows
}

type UsageOfHour = {
  lineId: string
  from: Instant
  to: Instant
  highBytes: number
  lowBytes: number
  usedBytes: number
  /** 1 as first reported; more once the carrier has corrected it. */
  revision: number
  receivedAt: Instant
}

/** The carrier's records of one line, newest first, below `before`; at most `limit`. None of a time in which the line had a user. */
export async function usageByHour(
  db: Db,
  contractId: string,
  lineId: string,
  page: { from: TokyoDate; to: TokyoDate; before?: Instant; limit: number },
): Promise<UsageOfHour[]> {
  const query = db
    .selectFrom('usage_record')
    .select((eb) => [
      eb('high_bytes', '-', eb.ref('uncovered_bytes')).as('usedBytes'),
      'line_id as lineId',
      'from_at as from',
      'to_at as to',
      'high_bytes as highBytes',
      'low_bytes as lowBytes',
      'revision',
      'received_at as receivedAt',
    ])
    .where('contract_id', '=', contractId)
    .where('line_id', '=', lineId)
    .where((eb) => eb.not(isOfLineUser('usage_record', 'from_at')))
    .where('from_at', '>=', startOfDay(page.from))
    .where('from_at', '<', endOfDay(page.to))
    .orderBy('from_at', 'desc')
    .limit(page.limit)
  return page.before === undefined
    ? query.execute()
    : query.where('from_at', '<', page.before).execute()
}

/** The carrier's last complete hour that has been imported; none before the first import. */
export async function usageThrough(db: Db): Promise<Instant | undefined> {
  const row = await findRow(db, 'import_cursor', { source: 'usage' }, 'through')
  return row?.through ?? undefined
}

/** The high-speed use of the contract's average month, as the usage page has it. */
export async function readAverageUse(
  db: Db,
  { contract_id, started_on }: ContractRow,
  now: Instant,
): Promise<AverageUse | undefined> {
  const today = toTokyoDate(now)
  const [first] = averagedMonths(today)
  if (first === undefined || started_on === null) return undefined
  const used = await usageByMonth(db, contract_id, { from: startOfMonth(first), to: today })
  return averageUse(used, started_on, today)
}

/** The months of these days in which a line was made slow because the data had run out. */
export async function monthsRunOut(
  db: Db,
  contractId: string,
  { from, to }: { from: TokyoDate; to: TokyoDate },
): Promise<ReadonlySet<TokyoMonth>> {
  const { rows } = await sql<{ month: TokyoMonth }>`
    select distinct to_char(decided_at at time zone 'Asia/Tokyo', 'YYYY-MM') as month from speed_decision
    where contract_id = ${contractId} and speed = 'low' and decided_at >= ${startOfDay(from).toString()}
      and (decided_at at time zone 'Asia/Tokyo')::date <= ${to}`.execute(db)
  return new Set(rows.map(({ month }) => month))
}
