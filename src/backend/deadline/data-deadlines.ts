import { pages } from '#vocabulary/pages.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { DateToKnow } from '#backend/procedure/define.ts'

/** When what is left of the data goes, one date for all that goes together. */
export async function dataDeadlines(
  db: Db,
  contractId: string,
  now: Instant,
): Promise<DateToKnow[]> {
  const rows = await db
    .selectFrom('data_bucket')
    .select((eb) => ['expires_at', eb.fn.sum<number>('remaining_bytes').as('bytes')])
    .where('contract_id', '=', contractId)
    .where('remaining_bytes', '>', 0)
    .where('expires_at', '>', now)
    .groupBy('expires_at')
    .orderBy('expires_at')
    .execute()
  return rows.map((row) => ({
    kind: 'dataExpiry',
    title: 'データ残量の有効期限',
    message: `いま残っている${toGigabytes(row.bytes)} GBは、ここまで使えます。`,
    at: row.expires_at,
    path: pages.usage,
  }))
}

/** Two places, rounded down: never more than there is. */
function toGigabytes(bytes: number): string {
  return (Math.floor(bytes / 10_000_000) / 100).toFixed(2)
}
