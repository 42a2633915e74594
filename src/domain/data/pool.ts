import type { Bytes } from '../bytes.ts'
import type { Instant } from '../tokyo.ts'
import type { BucketBalance } from './bucket.ts'
import type { Grant } from './grant.ts'
import type { SlowSpan } from './line-cap.ts'
import type { UsageRecord } from './usage-record.ts'

/** A correction by hand: signed bytes on one bucket; it never takes more than the bucket holds. */
export type Adjustment = {
  readonly reference: string
  readonly bucketId: string
  readonly bytes: Bytes
  readonly at: Instant
}

/**
 * Data that has left the pool for another contract. It takes just these bytes of the bucket, whatever comes in late: what
 * was used before can only be paid by the rest. A transfer that was taken back is no fact any more.
 */
export type Transfer = {
  readonly transferId: string
  readonly bucketId: string
  readonly bytes: Bytes
  readonly at: Instant
}

/** The pool at an instant, everything up to and including that instant counted. */
export type Snapshot = { readonly at: Instant; readonly buckets: readonly BucketBalance[] }

/** All that is known about the pool of one contract (a share course has one pool). */
export type PoolFacts = {
  readonly grants: readonly Grant[]
  readonly uses: readonly UsageRecord[]
  readonly adjustments?: readonly Adjustment[] | undefined
  readonly transfers?: readonly Transfer[] | undefined
  /** When lines were slow at their caps: what is counted at high speed within is not charged. */
  readonly slowSpans?: readonly SlowSpan[] | undefined
  /** The contract is over: whatever is left then is gone. */
  readonly closedAt?: Instant | undefined
  /** Where the replay begins; a record from before it that comes later is not charged any more. */
  readonly snapshot?: Snapshot | undefined
}

const entryKinds = ['grant', 'use', 'adjust', 'expire', 'transfer'] as const
export type EntryKind = (typeof entryKinds)[number]

/** What one source does to one bucket at one moment. */
export type Posting = {
  readonly source: string
  readonly kind: EntryKind
  readonly bucketId: string
  readonly bytes: Bytes
  readonly at: Instant
  readonly lineId: string | undefined
}

export type Pool = {
  readonly at: Instant
  /** Every bucket not yet expired, in the order of use. */
  readonly buckets: readonly BucketBalance[]
  /** Buckets that were carried over, expired or ended since the snapshot; entries name them. */
  readonly past: readonly BucketBalance[]
  readonly postings: readonly Posting[]
  /** By record id: high-speed bytes that no bucket could pay, or that came after the line's cap. */
  readonly uncovered: ReadonlyMap<string, Bytes>
  /** Records from before the snapshot: known, not charged. */
  readonly tooLate: readonly string[]
}
