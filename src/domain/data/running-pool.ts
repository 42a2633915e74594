import { addBytes, bytes, type Bytes, leastBytes, noBytes, subtractBytes } from '#domain/bytes.ts'
import type { Instant } from '#domain/tokyo.ts'
import { type Bucket, type BucketBalance, inOrderOfUse } from './bucket.ts'
import type { Grant } from './grant.ts'
import type { Adjustment, Posting, Transfer } from './pool.ts'
import type { UsageRecord } from './usage-record.ts'

type RunningBucket = {
  readonly bucket: Bucket
  readonly grantedBytes: Bytes
  remainingBytes: Bytes
}

/** The pool while a replay runs over it. Every change of a balance goes through one posting. */
type RunningPool = {
  /** In the order of use. */
  buckets: readonly RunningBucket[]
  /** Carried over, expired or ended. */
  past: readonly RunningBucket[]
  readonly postings: Posting[]
  /** By bucket id: what transfers still to come take of it, a carry-over's before it is made. Uses leave it alone. */
  readonly reserved: Map<string, Bytes>
  /** By record id: high-speed bytes that no bucket could pay. */
  readonly uncovered: Map<string, Bytes>
}

export function openPool(
  snapshot: readonly BucketBalance[],
  transfers: readonly Transfer[],
): RunningPool {
  const buckets = snapshot
    .map(({ grantedBytes, remainingBytes, ...bucket }) => ({
      bucket,
      grantedBytes,
      remainingBytes,
    }))
    .toSorted((a, b) => inOrderOfUse(a.bucket, b.bucket))
  const reserved = new Map<string, Bytes>()
  for (const { bucketId, bytes: taken } of transfers)
    reserved.set(bucketId, addBytes(reserved.get(bucketId) ?? noBytes, taken))
  return { buckets, past: [], postings: [], reserved, uncovered: new Map() }
}

/** What is left of a bucket for uses and corrections. */
function freeBytes({ reserved }: RunningPool, { bucket, remainingBytes }: RunningBucket): Bytes {
  const { bucketId, rollover } = bucket
  const later = rollover === undefined ? undefined : reserved.get(rollover.bucketId)
  const promised = addBytes(reserved.get(bucketId) ?? noBytes, later ?? noBytes)
  return subtractBytes(remainingBytes, leastBytes(promised, remainingBytes))
}

export function grant(pool: RunningPool, { grantedBytes, ...bucket }: Grant) {
  const fresh = insert(pool, { bucket, grantedBytes, remainingBytes: noBytes })
  post(pool, fresh, {
    source: `grant/${bucket.bucketId}`,
    kind: 'grant',
    bytes: grantedBytes,
    at: bucket.grantedAt,
  })
}

/** At the end of its month the rest of a base moves to the carry-over. */
export function rollOver(pool: RunningPool, { bucketId, rollover }: Bucket) {
  const base = find(pool, bucketId)
  if (base === undefined || rollover === undefined) return
  const { at } = rollover
  const moved = { source: `turn/${bucketId}`, kind: 'transfer', at } as const
  const leftBytes = base.remainingBytes
  post(pool, base, { ...moved, bytes: -leftBytes })
  drop(pool, bucketId)
  if (leftBytes === 0) return
  const carried: Bucket = {
    ...base.bucket,
    bucketId: rollover.bucketId,
    kind: 'carry',
    rollover: undefined,
  }
  const carry = insert(pool, { bucket: carried, grantedBytes: leftBytes, remainingBytes: noBytes })
  post(pool, carry, { ...moved, bytes: leftBytes })
}

export function expire(pool: RunningPool, bucketId: string, at: Instant) {
  const one = find(pool, bucketId)
  if (one === undefined) return
  post(pool, one, { source: `expire/${bucketId}`, kind: 'expire', bytes: -one.remainingBytes, at })
  drop(pool, bucketId)
}

export function adjust(pool: RunningPool, { reference, bucketId, bytes: delta, at }: Adjustment) {
  const one = find(pool, bucketId)
  if (one === undefined) return
  const bytes = Math.max(delta, -freeBytes(pool, one))
  post(pool, one, { source: `adjust/${reference}`, kind: 'adjust', bytes, at })
}

/** Data leaves for another contract. */
export function moveOut(pool: RunningPool, { transferId, bucketId, bytes: moved, at }: Transfer) {
  pool.reserved.set(bucketId, subtractBytes(pool.reserved.get(bucketId) ?? noBytes, moved))
  const one = find(pool, bucketId)
  if (one === undefined) return
  post(pool, one, { source: transferSource(transferId), kind: 'transfer', bytes: -moved, at })
}

/** The source of what leaves by a transfer. */
export const transferSource = (transferId: string) => `gift/${transferId}`

export function use(pool: RunningPool, { recordId, lineId, highBytes }: UsageRecord, at: Instant) {
  const burn = takeFrom(
    pool.buckets.map((one) => ({
      bucketId: one.bucket.bucketId,
      remainingBytes: freeBytes(pool, one),
    })),
    highBytes,
  )
  for (const { bucketId, usedBytes } of burn.parts) {
    const payer = find(pool, bucketId)
    if (payer !== undefined)
      post(pool, payer, { source: `usage/${recordId}`, kind: 'use', bytes: -usedBytes, at, lineId })
  }
  if (burn.uncoveredBytes > 0) pool.uncovered.set(recordId, burn.uncoveredBytes)
}

/** A use of a line that was slow at its cap, as the carrier had confirmed: nothing is taken for it. */
export function leaveUncharged(pool: RunningPool, { recordId, highBytes }: UsageRecord) {
  if (highBytes > 0) pool.uncovered.set(recordId, highBytes)
}

/** The contract is over: whatever is left is gone. */
export function close(pool: RunningPool, at: Instant) {
  for (const { bucket } of pool.buckets) expire(pool, bucket.bucketId, at)
}

export function balanceOf({ bucket, grantedBytes, remainingBytes }: RunningBucket): BucketBalance {
  return { ...bucket, grantedBytes, remainingBytes }
}

/** Inserts in the order of use: sorting for each of hundreds of grants took nearly all the time of a replay. */
function insert(pool: RunningPool, one: RunningBucket) {
  const after = pool.buckets.findLastIndex((other) => inOrderOfUse(other.bucket, one.bucket) <= 0)
  pool.buckets = pool.buckets.toSpliced(after + 1, 0, one)
  return one
}

const find = (pool: RunningPool, bucketId: string) =>
  pool.buckets.find((one) => one.bucket.bucketId === bucketId)

function drop(pool: RunningPool, bucketId: string) {
  pool.past = [...pool.past, ...pool.buckets.filter((one) => one.bucket.bucketId === bucketId)]
  pool.buckets = pool.buckets.filter((one) => one.bucket.bucketId !== bucketId)
}

function post(
  pool: RunningPool,
  one: RunningBucket,
  {
    bytes: delta,
    lineId,
    ...posting
  }: Omit<Posting, 'bucketId' | 'bytes' | 'lineId'> & {
    readonly bytes: number
    readonly lineId?: string
  },
) {
  if (delta === 0) return
  one.remainingBytes = bytes(one.remainingBytes + delta)
  const { bucketId } = one.bucket
  pool.postings.push({ ...posting, bucketId, bytes: bytes(delta), lineId })
}

/** Which bucket paid how much, and what no bucket could pay. */
type Burn = {
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
