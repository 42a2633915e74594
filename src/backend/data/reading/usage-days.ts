import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { TokyoDate, TokyoMonth } from '#domain/tokyo.ts'

export type UsageDay = {
  line_id: string
  day: TokyoDate
  high_bytes: number
  low_bytes: number
}

export type UsageMonth = {
  line_id: string
  month: TokyoMonth
  high_bytes: number
  low_bytes: number
}

/** Days with traffic, both ends included, of every line of the contract. */
export async function readUsageDays(
  db: Db,
  contractId: string,
  from: TokyoDate,
  to: TokyoDate,
): Promise<UsageDay[]> {
  return db
    .selectFrom('usage_day')
    .select(['line_id', 'day', 'high_bytes', 'low_bytes'])
    .where('contract_id', '=', contractId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .execute()
}

/** Months with traffic since a day, of every line of the contract. */
export async function readUsageMonths(
  db: Db,
  contractId: string,
  from: TokyoDate,
): Promise<UsageMonth[]> {
  return db
    .selectFrom('usage_day')
    .select([
      'line_id',
      sql<TokyoMonth>`to_char(day, 'YYYY-MM')`.as('month'),
      sql<number>`sum(high_bytes)::bigint`.as('high_bytes'),
      sql<number>`sum(low_bytes)::bigint`.as('low_bytes'),
    ])
    .where('contract_id', '=', contractId)
    .where('day', '>=', from)
    .groupBy(['line_id', sql`to_char(day, 'YYYY-MM')`])
    .execute()
}

export function sumBytes(days: readonly { high_bytes: number }[]): number {
  return days.reduce((sum, one) => sum + one.high_bytes, 0)
}
