import type { Opening, PoolFacts } from '#domain/data/pool.ts'
import { replay } from '#domain/data/replay.ts'
import {
  addDays,
  isBefore,
  monthOf,
  startOfDay,
  startOfMonth,
  toTokyoDate,
  type Instant,
} from '#domain/tokyo.ts'

/** Records are late by up to 30 hours (docs/outside-systems.md 2.4): an opening older than this is seldom thrown away. */
const OPENING_AGE_DAYS = 2

/**
 * The openings to keep so that the next replay is short: the start of the day before yesterday, and of its month for
 * what comes later than that. None when the present one is recent enough.
 */
export function newOpenings(facts: PoolFacts, now: Instant): readonly Opening[] {
  const day = addDays(toTokyoDate(now), -OPENING_AGE_DAYS)
  const times = [startOfDay(startOfMonth(monthOf(day))), startOfDay(day)]
  return times
    .filter((at, n) => n === 0 || at.epochMilliseconds !== times[0]?.epochMilliseconds)
    .filter((at) => facts.opening === undefined || isBefore(facts.opening.at, at))
    .map((at) => ({ at, buckets: replay(facts, at).buckets }))
}
