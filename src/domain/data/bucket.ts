import type { BucketKind } from '#vocabulary/data.ts'
import type { Bytes } from '../bytes.ts'
import { endOfDay, isBefore, type Instant, type TokyoDate } from '../tokyo.ts'

/** Data of one origin and one expiry. */
export type Bucket = {
  readonly bucketId: string
  readonly kind: BucketKind
  /** When the member got it; a carry-over keeps the date of the base it comes from. */
  readonly grantedAt: Instant
  /** First instant at which it is no longer usable. */
  readonly expiresAt: Instant
  /** Base data moves into a carry-over bucket of the same expiry when its month is over. */
  readonly rollover: Rollover | undefined
}

type Rollover = { readonly at: Instant; readonly bucketId: string }

export type BucketBalance = Bucket & {
  readonly grantedBytes: Bytes
  readonly remainingBytes: Bytes
}

/** First instant at which data is no longer usable: its own end or that of the service, whichever comes first. */
export function usableUntil(
  { expiresAt }: Pick<Bucket, 'expiresAt'>,
  serviceEndsOn: TokyoDate | null,
): Instant {
  if (serviceEndsOn === null) return expiresAt
  const serviceEnd = endOfDay(serviceEndsOn)
  return isBefore(serviceEnd, expiresAt) ? serviceEnd : expiresAt
}

/** Order of use: soonest expiry first; equal expiry, oldest first; then by name, so that it is total. */
export function inOrderOfUse(a: Bucket, b: Bucket): number {
  return (
    a.expiresAt.epochMilliseconds - b.expiresAt.epochMilliseconds ||
    a.grantedAt.epochMilliseconds - b.grantedAt.epochMilliseconds ||
    compareText(a.bucketId, b.bucketId)
  )
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
