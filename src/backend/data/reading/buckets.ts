import type { Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { DataTables } from '#backend/db/tables/data.ts'
import {
  addMonths,
  formatRfc3339,
  monthOf,
  startOfDay,
  startOfMonth,
  toTokyoDate,
  type TokyoMonth,
} from '#domain/tokyo.ts'

export type BucketRow = Selectable<DataTables['data_bucket']>

/** Buckets that can still pay, in the order of use: soonest expiry first; equal expiry, oldest first. */
export async function readUsableBuckets(
  db: Db,
  contractId: string,
  now: Temporal.Instant,
): Promise<BucketRow[]> {
  return db
    .selectFrom('data_bucket')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('expires_at', '>', now)
    .where('granted_at', '<=', now)
    .where('remaining_bytes', '>', 0)
    .orderBy('expires_at')
    .orderBy('granted_at')
    .orderBy('bucket_id')
    .execute()
}

export async function readRemainingBytes(db: Db, contractId: string, now: Temporal.Instant) {
  return remainingOf(await readUsableBuckets(db, contractId, now))
}

export function remainingOf(buckets: readonly BucketRow[]): number {
  return buckets.reduce((sum, bucket) => sum + bucket.remaining_bytes, 0)
}

/** What was given in each month, carry-over not counted again. */
export async function readGrantedByMonth(
  db: Db,
  contractId: string,
  from: TokyoMonth,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('data_bucket')
    .select(['granted_at', 'granted_bytes'])
    .where('contract_id', '=', contractId)
    .where('kind', '<>', 'carry')
    .where('granted_at', '>=', startOfDay(startOfMonth(from)))
    .execute()
  const granted = new Map<string, number>()
  for (const row of rows) {
    const month = toTokyoDate(row.granted_at).slice(0, 7)
    granted.set(month, (granted.get(month) ?? 0) + row.granted_bytes)
  }
  return granted
}

/** Our names of buckets have a slash, which an opaque name of the wire may not have. */
export const toWireBucketId = (bucketId: string) => bucketId.replace('/', '_')
export const fromWireBucketId = (wireId: string) => wireId.replace('_', '/')

export function toWireBucket(row: BucketRow) {
  return {
    bucketId: toWireBucketId(row.bucket_id),
    kind: row.kind,
    label: bucketLabel(row),
    grantedBytes: row.granted_bytes,
    remainingBytes: row.remaining_bytes,
    grantedAt: formatRfc3339(row.granted_at),
    expiresAt: formatRfc3339(row.expires_at),
  }
}

/** What the member calls it. */
export function bucketLabel(row: Pick<BucketRow, 'kind' | 'base_month' | 'granted_at'>): string {
  const grantedOn = toTokyoDate(row.granted_at)
  const [, month, day] = grantedOn.split('-').map(Number)
  switch (row.kind) {
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

/** 00:00 of the next 1st: when base data is given again. */
export function nextMonthStart(now: Temporal.Instant): Temporal.Instant {
  const { month } = monthBounds(now)
  return startOfDay(startOfMonth(addMonths(month, 1)))
}

export function monthBounds(now: Temporal.Instant) {
  const today = toTokyoDate(now)
  const month = monthOf(today)
  return { today, month, firstDay: startOfMonth(month) }
}
