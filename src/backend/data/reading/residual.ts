import { findContract, findLines, type ContractRow } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { isPlanCode, planOn } from '#domain/catalogue/plan.ts'
import { formatRfc3339, toTokyoDate } from '#domain/tokyo.ts'
import type { dataApi } from '#protocol/data.ts'
import type { Answer } from '#protocol/endpoint.ts'
import { readAsOf } from './as-of.ts'
import {
  monthBounds,
  nextMonthStart,
  readGrantedByMonth,
  readUsableBuckets,
  remainingOf,
  toWireBucket,
  type BucketRow,
} from './buckets.ts'
import { readUsageDays, sumBytes } from './usage-days.ts'

/** What is left, bucket by bucket, and when the next part of it ends or comes. */
export async function readResidual(
  db: Db,
  contractId: string,
  now: Temporal.Instant,
): Promise<Answer<typeof dataApi.highSpeedResidualGet>> {
  const { today, month, firstDay } = monthBounds(now)
  const contract = await findContract(db, contractId)
  const lines = await findLines(db, contractId)
  const buckets = await readUsableBuckets(db, contractId, now)
  const granted = await readGrantedByMonth(db, contractId, month)
  const days = await readUsageDays(db, contractId, firstDay, today)
  const asOf = await readAsOf(db, now)
  return {
    buckets: buckets.map(toWireBucket),
    totalBytes: remainingOf(buckets),
    grantedThisMonthBytes: granted.get(month) ?? 0,
    usedThisMonthBytes: sumBytes(days),
    usedTodayBytes: sumBytes(days.filter((one) => one.day === today)),
    ...nextExpiry(buckets),
    ...nextGrant(contract, now),
    shared: lines.filter((line) => line.status !== 'ended').length > 1,
    asOf: formatRfc3339(asOf),
  }
}

/** The buckets come soonest expiry first. */
function nextExpiry(buckets: readonly BucketRow[]) {
  const [first] = buckets
  if (first === undefined) return {}
  const atMs = first.expires_at.epochMilliseconds
  const leaving = buckets.filter((bucket) => bucket.expires_at.epochMilliseconds === atMs)
  return { nextExpiry: { at: formatRfc3339(first.expires_at), bytes: remainingOf(leaving) } }
}

/** Nothing is given to a contract that ends before the 1st, is suspended, or has no high-speed data. */
function nextGrant(contract: ContractRow, now: Temporal.Instant) {
  const at = nextMonthStart(now)
  const served = contract.status === 'active' || contract.status === 'cancel_reserved'
  const endsBefore = contract.ends_on !== null && contract.ends_on < toTokyoDate(at)
  if (!served || endsBefore || !isPlanCode(contract.plan_code)) return {}
  const { baseBytes } = planOn(contract.plan_code, toTokyoDate(at))
  return baseBytes > 0 ? { nextGrant: { at: formatRfc3339(at), bytes: baseBytes } } : {}
}
