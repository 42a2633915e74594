import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { BucketBalance } from '#domain/data/bucket.ts'
import {
  formatRfc3339,
  startOfDay,
  startOfMonth,
  toTokyoDate,
  tokyoMonth,
  toTokyoMonth,
  type TokyoMonth,
} from '#domain/tokyo.ts'

/** What was given in each month, a carry-over not counted again. */
export async function readGrantedByMonth(
  db: Db,
  contractId: string,
  from: TokyoMonth,
): Promise<ReadonlyMap<TokyoMonth, number>> {
  const rows = await db
    .selectFrom('data_bucket')
    .select(['granted_at', 'granted_bytes'])
    .where('contract_id', '=', contractId)
    .where('kind', '<>', 'carry')
    .where('granted_at', '>=', startOfDay(startOfMonth(from)))
    .execute()
  const granted = new Map<TokyoMonth, number>()
  for (const row of rows) {
    const month = toTokyoMonth(row.granted_at)
    granted.set(month, (granted.get(month) ?? 0) + row.granted_bytes)
  }
  return granted
}

/**
 * What could be used in each month: what was left when it began, and what was given in it. An expiry at the turn of a
 * month belongs to the month before.
 */
export async function readUsableByMonth(
  db: Db,
  contractId: string,
): Promise<ReadonlyMap<TokyoMonth, number>> {
  const { rows } = await sql<{ month: string; change: number; granted: number }>`
    select to_char(
        (occurred_at - case when kind = 'expire' then interval '1 microsecond' else interval '0' end)
          at time zone 'Asia/Tokyo', 'YYYY-MM') as month,
      sum(bytes)::bigint as change,
      coalesce(sum(bytes) filter (where kind = 'grant'), 0)::bigint as granted
    from data_entry where contract_id = ${contractId} group by 1 order by 1`.execute(db)
  const usable = new Map<TokyoMonth, number>()
  let left = 0
  for (const { month, change, granted } of rows) {
    usable.set(tokyoMonth(month), left + granted)
    left += change
  }
  return usable
}

/** Our names of buckets have a slash, which an opaque name of the wire may not have. */
export const toWireBucketId = (bucketId: string) => bucketId.replace('/', '_')
export const fromWireBucketId = (wireId: string) => wireId.replace('_', '/')

export function toWireBucket(bucket: BucketBalance) {
  return {
    bucketId: toWireBucketId(bucket.bucketId),
    kind: bucket.kind,
    label: bucketLabel(bucket),
    grantedBytes: bucket.grantedBytes,
    remainingBytes: bucket.remainingBytes,
    grantedAt: formatRfc3339(bucket.grantedAt),
    expiresAt: formatRfc3339(bucket.expiresAt),
  }
}

/** What the member calls it. */
export function bucketLabel({ kind, grantedAt }: Pick<BucketBalance, 'kind' | 'grantedAt'>) {
  const [, month, day] = toTokyoDate(grantedAt).split('-').map(Number)
  switch (kind) {
    case 'base':
      return `${month}月の基本データ容量`
    case 'carry':
      return `${month}月からの繰り越し`
    case 'topup':
      return `データチャージ（${month}月${day}日購入）`
    case 'topup_no_carry':
      return `当月限りのデータチャージ（${month}月${day}日購入）`
    case 'gift':
      return `データギフト（${month}月${day}日）`
    case 'bonus':
      return `特典のデータ（${month}月${day}日）`
  }
}
