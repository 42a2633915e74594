import { loadContract } from '#backend/contract/load.ts'
import type { Db } from '#backend/db/connect.ts'
import { findRow } from '#backend/db/rows.ts'
import { addBytes, type Bytes } from '#domain/bytes.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import { type BucketBalance, inOrderOfUse, usableUntil } from '#domain/data/bucket.ts'
import { nextGrant } from '#domain/data/next-grant.ts'
import {
  formatRfc3339,
  type Instant,
  isBefore,
  startOfDay,
  startOfMonth,
  type TokyoMonth,
  toTokyoDate,
  toTokyoMonth,
} from '#domain/tokyo.ts'
import type { dataApi } from '#protocol/data.ts'
import type { Answer } from '#protocol/endpoint.ts'
import { fromRow } from '../rows/buckets.ts'
import { usageOfRecentDays, usedBytesOf } from './usage.ts'
import { toWireBucket } from './wire-bucket.ts'

/** The data a contract has; a share course has one pool. */
export type PoolNow = {
  /** Every bucket that is not over yet, in the order of use; empty ones too. None outlives the service. */
  readonly buckets: readonly BucketBalance[]
  readonly totalBytes: Bytes
  /** Facts of usage up to here are counted (the carrier's last complete hour). */
  readonly asOf: Instant
}

/** Reads without a lock and without a replay: the buckets are the cache of the entries' sum. */
export async function readPool(db: Db, contractId: string, at: Instant): Promise<PoolNow> {
  const rows = await db
    .selectFrom('data_bucket')
    .innerJoin('contract', 'contract.contract_id', 'data_bucket.contract_id')
    .selectAll('data_bucket')
    .select(['ends_on', 'status'])
    .where('data_bucket.contract_id', '=', contractId)
    .where('granted_at', '<=', at)
    .where('expires_at', '>', at)
    // A base of which nothing was left has a carry-over of 0 bytes.
    .where('granted_bytes', '>', 0)
    .execute()
  const cursor = await findRow(db, 'import_cursor', { source: 'usage' }, 'through')
  // An initial cancellation and a port-out end the service at once, not with the day: nothing is left to use.
  const buckets = (contractStates.isTerminal(rows[0]?.status ?? '') ? [] : rows)
    .flatMap((row) => asSeen(fromRow(row), at))
    .toSorted(inOrderOfUse)
    .map((bucket) => ({ ...bucket, expiresAt: usableUntil(bucket, rows[0]?.ends_on ?? null) }))
    .filter((bucket) => isBefore(at, bucket.expiresAt))
  return {
    buckets,
    totalBytes: addBytes(...buckets.map((one) => one.remainingBytes)),
    asOf: cursor?.through ?? at,
  }
}

/** After 0:00 on the 1st a base is shown as a carry-over, also before the month rollover is written. */
function asSeen(bucket: BucketBalance, at: Instant): readonly BucketBalance[] {
  if (bucket.rollover === undefined || isBefore(at, bucket.rollover.at)) return [bucket]
  if (bucket.remainingBytes === 0) return []
  return [{ ...bucket, kind: 'carry', bucketId: bucket.rollover.bucketId, rollover: undefined }]
}

/** What is left, bucket by bucket, and when the next part of it ends or comes. */
export async function readResidual(
  db: Db,
  contractId: string,
  now: Temporal.Instant,
): Promise<Answer<typeof dataApi.highSpeedResidualGet>> {
  const today = toTokyoDate(now)
  const month = toTokyoMonth(now)
  const [{ contract, lines, facts }, pool, granted, recent] = await Promise.all([
    loadContract(db, contractId),
    readPool(db, contractId, now),
    readGrantedByMonth(db, contractId, month),
    usageOfRecentDays(db, contractId, today),
  ])
  const days = recent.filter(({ day }) => day >= startOfMonth(month))
  return {
    buckets: pool.buckets.filter(isShown).map(toWireBucket),
    totalBytes: pool.totalBytes,
    grantedThisMonthBytes: granted.get(month) ?? 0,
    usedThisMonthBytes: usedBytesOf(days),
    usedTodayBytes: usedBytesOf(days.filter((one) => one.day === today)),
    ...nextExpiry(pool.buckets),
    ...nextGrantAnswer(nextGrant(facts, contract.ends_on, now)),
    shared: lines.filter((line) => line.status !== 'ended').length > 1,
    asOf: formatRfc3339(pool.asOf),
  }
}

/** A base that is used up is still shown; an empty pack is not. */
function isShown(bucket: BucketBalance) {
  return bucket.remainingBytes > 0 || bucket.kind === 'base'
}

/** The buckets come soonest expiry first. */
function nextExpiry(buckets: readonly BucketBalance[]) {
  const left = buckets.filter((bucket) => bucket.remainingBytes > 0)
  const [first] = left
  if (first === undefined) return {}
  const atMs = first.expiresAt.epochMilliseconds
  const leaving = left.filter((bucket) => bucket.expiresAt.epochMilliseconds === atMs)
  const bytes = addBytes(...leaving.map((bucket) => bucket.remainingBytes))
  return { nextExpiry: { at: formatRfc3339(first.expiresAt), bytes } }
}

function nextGrantAnswer(next: ReturnType<typeof nextGrant>) {
  return next === undefined ? {} : { nextGrant: { at: formatRfc3339(next.at), bytes: next.bytes } }
}

/** What was given in each month, a carry-over not counted again. */
export async function readGrantedByMonth(
  db: Db,
  contractId: string,
  from: TokyoMonth,
): Promise<ReadonlyMap<TokyoMonth, number>> {
  const rows = await db
    .selectFrom('data_bucket')
    .select(['granted_at', 'granted_bytes'])
    .where('contract_id', '=', contractId)
    .where('kind', '<>', 'carry')
    .where('granted_at', '>=', startOfDay(startOfMonth(from)))
    .execute()
  const granted = new Map<TokyoMonth, number>()
  for (const row of rows) {
    const month = toTokyoMonth(row.granted_at)
    granted.set(month, (granted.get(month) ?? 0) + row.granted_bytes)
  }
  return granted
}
