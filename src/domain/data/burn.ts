import { bytes, leastBytes, noBytes, subtractBytes, type Bytes } from '../bytes.ts'
import type { BucketBalance } from './bucket.ts'

/** Which bucket paid how much, and what no bucket could pay. */
export type Burn = {
  readonly parts: readonly { readonly bucketId: string; readonly usedBytes: Bytes }[]
  readonly uncoveredBytes: Bytes
}

/** Takes a volume from the buckets, usable ones in the order of use, never below zero. */
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
