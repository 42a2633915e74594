import { bytes, leastBytes, noBytes, subtractBytes, type Bytes } from '../bytes.ts'
import type { Instant } from '../tokyo.ts'
import { inOrderOfUse, type BucketBalance } from './bucket.ts'

/** Which bucket paid how much, and what no bucket could pay. */
export type Burn = {
  readonly parts: readonly { readonly bucketId: string; readonly usedBytes: Bytes }[]
  readonly uncoveredBytes: Bytes
}

export function isUsable(bucket: BucketBalance, at: Instant): boolean {
  return (
    bucket.remainingBytes > 0 &&
    bucket.grantedAt.epochMilliseconds <= at.epochMilliseconds &&
    at.epochMilliseconds < bucket.expiresAt.epochMilliseconds
  )
}

/** Takes a volume from the buckets usable at the instant, in the order of use, never below zero. */
export function burnDown(buckets: readonly BucketBalance[], volume: Bytes, at: Instant): Burn {
  const usable = buckets.filter((one) => isUsable(one, at)).toSorted(inOrderOfUse)
  return takeFrom(usable, volume)
}

/** The same from buckets already filtered and sorted. */
export function takeFrom(
  buckets: readonly Pick<BucketBalance, 'bucketId' | 'remainingBytes'>[],
  volume: Bytes,
): Burn {
  const parts = []
  let owedBytes = volume
  for (const { bucketId, remainingBytes } of buckets) {
    if (owedBytes <= 0) break
    const usedBytes = leastBytes(owedBytes, remainingBytes)
    if (usedBytes <= 0) continue
    parts.push({ bucketId, usedBytes })
    owedBytes = subtractBytes(owedBytes, usedBytes)
  }
  return { parts, uncoveredBytes: owedBytes > 0 ? bytes(owedBytes) : noBytes }
}
