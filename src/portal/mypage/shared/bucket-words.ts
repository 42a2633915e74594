import { formatLimit } from '#portal/mypage/flow/wording.ts'
import type { Residual } from './wire.ts'

/** The bars of the buckets, in the order in which they are used. */
export function metersOf(residual: Residual) {
  return residual.buckets.map((bucket) => ({
    id: bucket.bucketId,
    name: bucket.label,
    remainingBytes: bucket.remainingBytes,
    grantedBytes: bucket.grantedBytes,
    note: `${formatLimit(bucket.expiresAt)}使えます`,
  }))
}
