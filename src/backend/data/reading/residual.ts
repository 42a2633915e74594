import { loadContract } from '#backend/contract/load.ts'
import type { Db } from '#backend/db/connect.ts'
import { addBytes } from '#domain/bytes.ts'
import type { BucketBalance } from '#domain/data/bucket.ts'
import type { ContractFacts } from '#domain/exclusion/facts.ts'
import {
  addMonths,
  formatRfc3339,
  startOfMonth,
  toTokyoDate,
  toTokyoMonth,
  type TokyoDate,
} from '#domain/tokyo.ts'
import type { dataApi } from '#protocol/data.ts'
import type { Answer } from '#protocol/endpoint.ts'
import { nextBaseGrant, readPool } from '../ledger/pool-service.ts'
import { usageOfRecentDays, usedBytesOf } from '../usage/usage-queries.ts'
import { readGrantedByMonth, toWireBucket } from './buckets.ts'

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

/** By the size in force then; nothing for a contract that has ended or ends before, or has no data. */
export function nextGrant(facts: ContractFacts, endsOn: TokyoDate | null, now: Temporal.Instant) {
  const firstDay = startOfMonth(addMonths(toTokyoMonth(now), 1))
  const served = ['active', 'suspended', 'cancel_reserved'].includes(facts.state)
  const lastDay = endsOn ?? facts.cancellation?.lastDay
  if (!served || (lastDay !== undefined && lastDay < firstDay)) return undefined
  const { planSize } = facts
  const isBooked = planSize?.state === 'reserved' && planSize.effectiveOn <= firstDay
  return nextBaseGrant(isBooked ? planSize.planCode : facts.planCode, now)
}

function nextGrantAnswer(next: ReturnType<typeof nextGrant>) {
  return next === undefined ? {} : { nextGrant: { at: formatRfc3339(next.at), bytes: next.bytes } }
}
