import { addBytes, bytes, leastBytes, megabytes, noBytes, type Bytes } from '#domain/bytes.ts'
import { ruleValue } from '#domain/catalogue/rules.ts'
import { type BucketBalance, compareText } from '#domain/data/bucket.ts'
import {
  addMonths,
  endOfDay,
  endOfMonth,
  type Instant,
  isBefore,
  toTokyoDate,
  toTokyoMonth,
} from '#domain/tokyo.ts'

/** What a gift takes of one bucket, and until when it can be used wherever it goes. */
export type GiftPart = {
  readonly bucketId: string
  readonly bytes: Bytes
  readonly endsAt: Instant
}

/** A gift is whole steps of this (ours, dated). */
export const giftStep = (now: Instant): Bytes => megabytes(ruleValue('giftStep', toTokyoDate(now)))

/** What a size gave, or the member bought (ours). What was given to the member goes no further: no gift is given twice. */
const isOwn = ({ kind }: BucketBalance) => kind !== 'gift' && kind !== 'bonus'

/** A gift keeps the end of what it is taken from; none lasts longer than the month after it is given. */
function giftEnd({ expiresAt }: BucketBalance, now: Instant): Instant {
  const latest = endOfDay(endOfMonth(addMonths(toTokyoMonth(now), 1)))
  return isBefore(latest, expiresAt) ? latest : expiresAt
}

/**
 * The buckets in the order in which a gift takes from them: what lasts longest as a gift, so that it mostly lasts to the end
 * of next month; of equal ones what ends first for the giver, so that nothing bought is shortened while a base will do.
 */
function inOrderOfGiving(buckets: readonly BucketBalance[], now: Instant) {
  return buckets
    .filter((one) => isOwn(one) && one.remainingBytes > 0 && !isBefore(now, one.grantedAt))
    .map((bucket) => ({ bucket, endsAt: giftEnd(bucket, now) }))
    .filter(({ endsAt }) => isBefore(now, endsAt))
    .toSorted(
      (a, b) =>
        b.endsAt.epochMilliseconds - a.endsAt.epochMilliseconds ||
        a.bucket.expiresAt.epochMilliseconds - b.bucket.expiresAt.epochMilliseconds ||
        compareText(a.bucket.bucketId, b.bucket.bucketId),
    )
}

/** What can be given of a pool in whole steps, at most. */
export function givableBytes(buckets: readonly BucketBalance[], now: Instant): Bytes {
  const own = inOrderOfGiving(buckets, now).map(({ bucket }) => bucket.remainingBytes)
  const step = giftStep(now)
  return bytes(Math.floor(addBytes(...own) / step) * step)
}

/** From which buckets a gift is taken; undefined where they do not hold as much. */
export function partsOf(
  buckets: readonly BucketBalance[],
  wanted: Bytes,
  now: Instant,
): readonly GiftPart[] | undefined {
  const parts: GiftPart[] = []
  let missing: number = wanted
  for (const { bucket, endsAt } of inOrderOfGiving(buckets, now)) {
    if (missing <= 0) break
    const taken = leastBytes(bytes(missing), bucket.remainingBytes)
    parts.push({ bucketId: bucket.bucketId, bytes: taken, endsAt })
    missing -= taken
  }
  return missing > 0 ? undefined : parts
}

/** The parts by their ends, as the receiver gets them: one lot for each end, the first to end first. */
export function lotsOf(
  parts: readonly Pick<GiftPart, 'bytes' | 'endsAt'>[],
): readonly { readonly endsAt: Instant; readonly bytes: Bytes }[] {
  const lots = new Map<number, Bytes>()
  for (const { endsAt, bytes: part } of parts) {
    const at = endsAt.epochMilliseconds
    lots.set(at, addBytes(lots.get(at) ?? noBytes, part))
  }
  return [...lots]
    .toSorted(([a], [b]) => a - b)
    .map(([at, sum]) => ({ endsAt: Temporal.Instant.fromEpochMilliseconds(at), bytes: sum }))
}
