import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { Snapshot, PoolFacts } from '#domain/data/pool.ts'
import { replay } from '#domain/data/replay.ts'
import {
  instant,
  type Instant,
  isBefore,
  startOfDay,
  startOfMonth,
  toTokyoMonth,
} from '#domain/tokyo.ts'
import { fromJson, type BucketJson } from './buckets.ts'

/** Hours between snapshots. A replay reads the records since one, so its cost stays the same from hour to hour. */
const HOURS_APART = 6

/** Records are late by up to 30 hours (docs/outside-systems.md 2.4): a snapshot of this age lies before all of them. */
const AGE_HOURS = 48

const HOUR_MS = 3_600_000

const origin = instant('2000-01-01T00:00:00+09:00')

/**
 * The snapshots to store so that the next replay is short: the latest possible one for new records, one before all late
 * records, and that of its month's first for records that come even later. Empty where the present ones suffice.
 */
export function newSnapshots(facts: PoolFacts, now: Instant): readonly Snapshot[] {
  const old = lastSnapshotTime(now.subtract({ hours: AGE_HOURS }))
  const times = [startOfDay(startOfMonth(toTokyoMonth(old))), old, lastSnapshotTime(now)]
  return [...new Map(times.map((at) => [at.epochMilliseconds, at])).values()]
    .filter((at) => facts.snapshot === undefined || isBefore(facts.snapshot.at, at))
    .map((at) => ({ at, buckets: replay(facts, at).buckets }))
}

function lastSnapshotTime(at: Instant): Instant {
  const sinceMs = at.epochMilliseconds - origin.epochMilliseconds
  const stepMs = HOURS_APART * HOUR_MS
  return origin.add({ milliseconds: Math.floor(sinceMs / stepMs) * stepMs })
}

/** `lastSnapshotTime` as a part of a statement. */
export const snapshotTimeBefore = (at: RawBuilder<unknown>) =>
  sql`date_bin(${`${HOURS_APART} hours`}::interval, ${at}, ${origin.toString()}::timestamptz)`

/**
 * Deletes the old snapshots of contracts in the set `added (contract_id, at, buckets)` of the statement around it, except
 * those of a month's first. The list of contracts keeps a statement planned by sets from reading the whole table.
 */
export const dropOldSnapshots = (contractIds: RawBuilder<unknown>) => sql`
  delete from data_opening o using added
  where o.contract_id = any(${contractIds}) and o.contract_id = added.contract_id
    and o.at < added.at - ${`${AGE_HOURS + HOURS_APART} hours`}::interval
    and o.at <> date_trunc('month', o.at, 'Asia/Tokyo')`

export const insertSnapshots = sql`
  insert into data_opening (contract_id, at, buckets)
  select contract_id, at, buckets from added on conflict do nothing`

type SnapshotRow = { contract_id: string; at: Instant; buckets: BucketJson[] }

/** The last snapshot before the earliest new fact; later ones are wrong by now and are deleted. */
export async function snapshotsBefore(
  tx: Db,
  since: ReadonlyMap<string, Instant>,
): Promise<ReadonlyMap<string, Snapshot>> {
  const ids = [...since.keys()]
  const times = [...since.values()].map(String)
  const due = sql`unnest(${ids}::text[], ${times}::timestamptz[]) as due (contract_id, since)`
  await sql`delete from data_opening o using ${due}
    where o.contract_id = due.contract_id and o.at >= due.since`.execute(tx)
  const { rows } = await sql<SnapshotRow>`
    select distinct on (o.contract_id) o.contract_id, o.at, o.buckets
    from data_opening o where o.contract_id = any(${ids})
    order by o.contract_id, o.at desc`.execute(tx)
  return toSnapshots(rows)
}

/** The last snapshot of each before a moment. */
export async function lastSnapshots(db: Db, ids: readonly string[], before: Instant) {
  const { rows } = await sql<SnapshotRow>`
    select distinct on (o.contract_id) o.contract_id, o.at, o.buckets
    from data_opening o where o.contract_id = any(${ids}) and o.at < ${before.toString()}
    order by o.contract_id, o.at desc`.execute(db)
  return toSnapshots(rows)
}

/** The last snapshot of each before a moment, or its first where all are later. */
export async function snapshotsAround(db: Db, ids: readonly string[], at: Instant) {
  const { rows } = await sql<SnapshotRow>`
    select distinct on (o.contract_id) o.contract_id, o.at, o.buckets
    from data_opening o where o.contract_id = any(${ids})
    order by o.contract_id, o.at > ${at.toString()}, abs(extract(epoch from o.at - ${at.toString()}::timestamptz))`.execute(
    db,
  )
  return toSnapshots(rows)
}

const toSnapshots = (rows: readonly SnapshotRow[]): ReadonlyMap<string, Snapshot> =>
  new Map(rows.map((row) => [row.contract_id, { at: row.at, buckets: row.buckets.map(fromJson) }]))
