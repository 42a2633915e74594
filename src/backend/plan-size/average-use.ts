import type { Db } from '#backend/db/connect.ts'
import { addDays, addMonths, startOfMonth, toTokyoMonth, type Instant } from '#domain/tokyo.ts'

const GUIDE_MONTHS = 3

/** Average use of the last three whole months (ours, as a guide); none before a whole month has been used. */
export async function averageUsedBytes(
  db: Db,
  contractId: string,
  now: Instant,
): Promise<number | undefined> {
  const thisMonth = toTokyoMonth(now)
  const from = startOfMonth(addMonths(thisMonth, -GUIDE_MONTHS))
  const to = addDays(startOfMonth(thisMonth), -1)
  const rows = await db
    .selectFrom('usage_day')
    .select(['day', 'high_bytes', 'low_bytes'])
    .where('contract_id', '=', contractId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute()
  const months = new Set(rows.map((row) => row.day.slice(0, 7)))
  if (months.size === 0) return undefined
  const used = rows.reduce((sum, row) => sum + row.high_bytes + row.low_bytes, 0)
  return Math.round(used / months.size)
}
