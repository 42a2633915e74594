import type { BucketBalance } from '#domain/data/bucket.ts'
import { formatRfc3339, toTokyoDate } from '#domain/tokyo.ts'

/** Our bucket ids have a slash, which an opaque id of the wire may not have. */
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

/** The bucket's name on screens. */
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
