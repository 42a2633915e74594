import { bytes, type Bytes, leastBytes, noBytes, subtractBytes } from '#domain/bytes.ts'
import type { Instant } from '#domain/tokyo.ts'
import { type Bucket, type BucketBalance, inOrderOfUse } from './bucket.ts'
import type { Grant } from './grant.ts'
import type { Adjustment, EntryKind, Posting } from './pool.ts'
import type { UsageRecord } from './usage-record.ts'

type Held = { readonly bucket: Bucket; readonly grantedBytes: Bytes; remainingBytes: Bytes }

type RunningPool = {
  readonly grant: (one: Grant) => void
  readonly rollOver: (bucket: Bucket) => void
  readonly expire: (bucketId: string, at: Instant) => void
  readonly adjust: (one: Adjustment) => void
  readonly use: (record: UsageRecord, at: Instant) => void
  readonly close: (at: Instant) => void
  readonly balances: () => readonly BucketBalance[]
  readonly past: () => readonly BucketBalance[]
  readonly postings: readonly Posting[]
  readonly uncovered: ReadonlyMap<string, Bytes>
}

/** The pool while a replay runs over it. Every change of a balance goes through one posting. */
export function openPool(snapshot: readonly BucketBalance[]): RunningPool {
  const postings: Posting[] = []
  const uncovered = new Map<string, Bytes>()
  let held: readonly Held[] = snapshot
    .map(({ grantedBytes, remainingBytes, ...bucket }) => ({
      bucket,
      grantedBytes,
      remainingBytes,
    }))
    .toSorted((a, b) => inOrderOfUse(a.bucket, b.bucket))
  let gone: readonly Held[] = []

  /** Puts it at its place: sorting anew for each of hundreds of grants took nearly all the time of a replay. */
  function hold(one: Held) {
    const after = held.findLastIndex((other) => inOrderOfUse(other.bucket, one.bucket) <= 0)
    held = held.toSpliced(after + 1, 0, one)
    return one
  }

  function find(bucketId: string) {
    return held.find((one) => one.bucket.bucketId === bucketId)
  }

  function drop(bucketId: string) {
    gone = [...gone, ...held.filter((one) => one.bucket.bucketId === bucketId)]
    held = held.filter((one) => one.bucket.bucketId !== bucketId)
  }

  function post(
    source: string,
    kind: EntryKind,
    one: Held,
    delta: number,
    at: Instant,
    lineId?: string,
  ) {
    if (delta === 0) return
    one.remainingBytes = bytes(one.remainingBytes + delta)
    const { bucketId } = one.bucket
    postings.push({ source, kind, bucketId, bytes: bytes(delta), at, lineId })
  }

  function grant({ grantedBytes, ...bucket }: Grant) {
    const fresh = hold({ bucket, grantedBytes, remainingBytes: noBytes })
    post(`grant/${bucket.bucketId}`, 'grant', fresh, grantedBytes, bucket.grantedAt)
  }

  function rollOver(bucket: Bucket) {
    const base = find(bucket.bucketId)
    if (base === undefined || bucket.rollover === undefined) return
    const { at, bucketId } = bucket.rollover
    const source = `turn/${bucket.bucketId}`
    const leftBytes = base.remainingBytes
    post(source, 'transfer', base, -leftBytes, at)
    drop(bucket.bucketId)
    if (leftBytes === 0) return
    const carried: Bucket = { ...base.bucket, bucketId, kind: 'carry', rollover: undefined }
    const carry = hold({ bucket: carried, grantedBytes: leftBytes, remainingBytes: noBytes })
    post(source, 'transfer', carry, leftBytes, at)
  }

  function expire(bucketId: string, at: Instant) {
    const one = find(bucketId)
    if (one === undefined) return
    post(`expire/${bucketId}`, 'expire', one, -one.remainingBytes, at)
    drop(bucketId)
  }

  function adjust({ reference, bucketId, bytes: delta, at }: Adjustment) {
    const one = find(bucketId)
    if (one === undefined) return
    post(`adjust/${reference}`, 'adjust', one, Math.max(delta, -one.remainingBytes), at)
  }

  function use({ recordId, lineId, highBytes }: UsageRecord, at: Instant) {
    const burn = takeFrom(
      held.map(({ bucket, remainingBytes }) => ({ bucketId: bucket.bucketId, remainingBytes })),
      highBytes,
    )
    for (const { bucketId, usedBytes } of burn.parts) {
      const payer = find(bucketId)
      if (payer !== undefined) post(`usage/${recordId}`, 'use', payer, -usedBytes, at, lineId)
    }
    if (burn.uncoveredBytes > 0) uncovered.set(recordId, burn.uncoveredBytes)
  }

  function close(at: Instant) {
    for (const { bucket } of held) expire(bucket.bucketId, at)
  }

  const balances = () => held.map(balanceOf)
  const past = () => gone.map(balanceOf)

  return { grant, rollOver, expire, adjust, use, close, balances, past, postings, uncovered }
}

function balanceOf({ bucket, grantedBytes, remainingBytes }: Held): BucketBalance {
  return { ...bucket, grantedBytes, remainingBytes }
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
