import { sql, type RawBuilder } from 'kysely'
import type { Opening, PoolFacts } from '#domain/data/pool.ts'
import { replay } from '#domain/data/replay.ts'
import {
  instant,
  isBefore,
  startOfDay,
  startOfMonth,
  toTokyoMonth,
  type Instant,
} from '#domain/tokyo.ts'

/** A replay reads the records since an opening: with one every few hours it costs the same in every hour. */
const HOURS_APART = 6
/** Records are late by up to 30 hours (docs/outside-systems.md 2.4): one that old begins before all that may still come. */
const AGE_HOURS = 48
const HOUR_MS = 3_600_000
const origin = instant('2000-01-01T00:00:00+09:00')

/**
 * The openings to keep so that the next replay is short: the last that a new record does not come before, one that a
 * late record does not come before either, and the first of its month for what comes later than that. None when the
 * present one is recent enough.
 */
export function newOpenings(facts: PoolFacts, now: Instant): readonly Opening[] {
  const old = lastPlace(now.subtract({ hours: AGE_HOURS }))
  const times = [startOfDay(startOfMonth(toTokyoMonth(old))), old, lastPlace(now)]
  return [...new Map(times.map((at) => [at.epochMilliseconds, at])).values()]
    .filter((at) => facts.opening === undefined || isBefore(facts.opening.at, at))
    .map((at) => ({ at, buckets: replay(facts, at).buckets }))
}

function lastPlace(at: Instant): Instant {
  const sinceMs = at.epochMilliseconds - origin.epochMilliseconds
  const stepMs = HOURS_APART * HOUR_MS
  return origin.add({ milliseconds: Math.floor(sinceMs / stepMs) * stepMs })
}

/** The same place, in a statement. */
export const placeBefore = (at: RawBuilder<unknown>) =>
  sql`date_bin(${`${HOURS_APART} hours`}::interval, ${at}, ${origin.toString()}::timestamptz)`

/**
 * Of the set `added (contract_id, at, buckets)` of the statement around it, which is about these contracts: old openings
 * go, but those of a month's first. Without the list of contracts a statement planned by sets would read all there are.
 */
export const dropOldOpenings = (contractIds: RawBuilder<unknown>) => sql`
  delete from data_opening o using added
  where o.contract_id = any(${contractIds}) and o.contract_id = added.contract_id
    and o.at < added.at - ${`${AGE_HOURS + HOURS_APART} hours`}::interval
    and o.at <> date_trunc('month', o.at, 'Asia/Tokyo')`

export const insertOpenings = sql`
  insert into data_opening (contract_id, at, buckets)
  select contract_id, at, buckets from added on conflict do nothing`
