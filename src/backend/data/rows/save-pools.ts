import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { addBytes, noBytes } from '#domain/bytes.ts'
import type { BucketBalance } from '#domain/data/bucket.ts'
import type { Entry } from '#domain/data/ledger.ts'
import type { Snapshot, Pool, PoolFacts } from '#domain/data/pool.ts'
import { isBefore } from '#domain/tokyo.ts'
import { toJson, toRow } from './buckets.ts'
import type { LoadedPool } from './load-pools.ts'
import { dropOldSnapshots, insertSnapshots } from './snapshots.ts'

type ChargedPool = LoadedPool & {
  readonly pool: Pool
  readonly entries: readonly Entry[]
  readonly snapshots: readonly Snapshot[]
}

/** Writes buckets, entries, uncovered volumes and snapshots, one statement per table for all contracts. */
export async function savePools(tx: Db, charged: readonly ChargedPool[]) {
  await saveBuckets(tx, charged)
  await saveEntries(tx, charged)
  await saveUncovered(tx, charged)
  await saveSnapshots(tx, charged)
}

/** Writes the balances: those of the pool, 0 for buckets that are over, and what carry-overs were given. */
async function saveBuckets(tx: Db, charged: readonly ChargedPool[]) {
  const ids = charged.map((one) => one.contractId)
  const rows = charged.flatMap(({ contractId, facts, pool }) => {
    const present = new Set(pool.buckets.map((one) => one.bucketId))
    const over = carryOvers(facts, pool).filter((one) => !present.has(one.bucketId))
    return [...pool.buckets, ...over].map((one) => toRow(contractId, one))
  })
  const column = {
    contract: rows.map((row) => row.contract_id),
    bucket: rows.map((row) => row.bucket_id),
    kind: rows.map((row) => row.kind),
    month: rows.map((row) => row.base_month),
    granted: rows.map((row) => row.granted_bytes),
    remaining: rows.map((row) => row.remaining_bytes),
    from: rows.map((row) => row.granted_at.toString()),
    until: rows.map((row) => row.expires_at.toString()),
  }
  await sql`
    update data_bucket b set remaining_bytes = 0
    where b.contract_id = any(${ids}) and b.remaining_bytes > 0
      and not exists (
        select from unnest(${column.contract}::text[], ${column.bucket}::text[])
          as h (contract_id, bucket_id)
        where h.contract_id = b.contract_id and h.bucket_id = b.bucket_id)`.execute(tx)
  await sql`
    insert into data_bucket as b (contract_id, bucket_id, kind, base_month, granted_bytes,
      remaining_bytes, granted_at, expires_at)
    select * from unnest(${column.contract}::text[], ${column.bucket}::text[],
      ${column.kind}::text[], ${column.month}::text[], ${column.granted}::bigint[],
      ${column.remaining}::bigint[], ${column.from}::timestamptz[], ${column.until}::timestamptz[])
    on conflict (contract_id, bucket_id) do update
      set granted_bytes = excluded.granted_bytes, remaining_bytes = excluded.remaining_bytes
      where (b.granted_bytes, b.remaining_bytes)
        is distinct from (excluded.granted_bytes, excluded.remaining_bytes)`.execute(tx)
}

async function saveEntries(tx: Db, charged: readonly ChargedPool[]) {
  const rows = charged.flatMap(({ contractId, entries, lastPosition }) =>
    entries.map((entry, n) => ({ contractId, position: lastPosition + 1 + n, entry })),
  )
  if (rows.length === 0) return
  const column = {
    contract: rows.map((row) => row.contractId),
    position: rows.map((row) => row.position),
    bucket: rows.map((row) => row.entry.bucketId),
    line: rows.map((row) => row.entry.lineId ?? null),
    kind: rows.map((row) => row.entry.kind),
    bytes: rows.map((row) => row.entry.bytes),
    at: rows.map((row) => row.entry.at.toString()),
    recorded: rows.map((row) => row.entry.recordedAt.toString()),
    source: rows.map((row) => row.entry.source),
    number: rows.map((row) => row.entry.number),
  }
  await sql`
    with added as (
      select * from unnest(${column.contract}::text[], ${column.position}::integer[],
        ${column.bucket}::text[], ${column.line}::text[], ${column.kind}::text[],
        ${column.bytes}::bigint[], ${column.at}::timestamptz[], ${column.recorded}::timestamptz[],
        ${column.source}::text[], ${column.number}::smallint[])
        as added (contract_id, position, bucket_id, line_id, kind, bytes, occurred_at, recorded_at, source, number)
    ), headed as (
      insert into data_ledger as l (contract_id, position, recorded_at, latest_at)
      select contract_id, max(position), max(recorded_at), max(occurred_at) from added group by contract_id
      on conflict (contract_id) do update set position = excluded.position,
        recorded_at = excluded.recorded_at, latest_at = greatest(l.latest_at, excluded.latest_at),
        cap_room_bytes = l.cap_room_bytes - (
          select greatest(0, -coalesce(sum(bytes), 0))::bigint from added a
          where a.contract_id = l.contract_id and a.source like 'usage/%'))
    insert into data_entry (contract_id, position, bucket_id, line_id, kind, bytes, occurred_at,
      recorded_at, ends_at, source, number)
    select contract_id, position, bucket_id, line_id, kind, bytes, occurred_at, recorded_at,
      (select expires_at from data_bucket b
        where b.contract_id = added.contract_id and b.bucket_id = added.bucket_id),
      source, number from added`.execute(tx)
}

/** Writes how much of a record and of its day no bucket could pay, where that has changed. */
async function saveUncovered(tx: Db, charged: readonly ChargedPool[]) {
  const rows = charged.flatMap(({ contractId, facts, pool, uncovered }) =>
    facts.uses
      .map((use) => {
        const uncoveredBytes = pool.uncovered.get(use.recordId) ?? 0
        const moreBytes = uncoveredBytes - (uncovered.get(use.recordId) ?? 0)
        return { contractId, use, uncoveredBytes, moreBytes }
      })
      .filter(({ moreBytes }) => moreBytes !== 0),
  )
  if (rows.length === 0) return
  const column = {
    contract: rows.map((row) => row.contractId),
    line: rows.map((row) => row.use.lineId),
    from: rows.map((row) => row.use.from.toString()),
    bytes: rows.map((row) => row.uncoveredBytes),
    more: rows.map((row) => row.moreBytes),
  }
  await sql`
    update usage_record u set uncovered_bytes = f.bytes
    from unnest(${column.contract}::text[], ${column.line}::text[], ${column.from}::timestamptz[],
      ${column.bytes}::bigint[]) as f (contract_id, line_id, from_at, bytes)
    where u.contract_id = f.contract_id and u.line_id = f.line_id and u.from_at = f.from_at`.execute(
    tx,
  )
  await sql`
    insert into usage_uncovered as u (contract_id, line_id, day, uncovered_bytes)
    select f.contract_id, f.line_id, (f.from_at at time zone 'Asia/Tokyo')::date, sum(f.more)
    from unnest(${column.contract}::text[], ${column.line}::text[], ${column.from}::timestamptz[],
      ${column.more}::bigint[]) as f (contract_id, line_id, from_at, more)
    group by 1, 2, 3
    on conflict (contract_id, line_id, day) do update
      set uncovered_bytes = u.uncovered_bytes + excluded.uncovered_bytes`.execute(tx)
}

async function saveSnapshots(tx: Db, charged: readonly ChargedPool[]) {
  const rows = charged.flatMap(({ contractId, snapshots }) =>
    snapshots.map((snapshot) => ({ contractId, snapshot })),
  )
  if (rows.length === 0) return
  const column = {
    contract: rows.map((row) => row.contractId),
    at: rows.map((row) => row.snapshot.at.toString()),
    buckets: rows.map((row) => JSON.stringify(row.snapshot.buckets.map(toJson))),
  }
  await sql`
    with added as (
      select * from unnest(${column.contract}::text[], ${column.at}::timestamptz[],
        ${column.buckets}::jsonb[]) as added (contract_id, at, buckets)
    ), dropped as (${dropOldSnapshots(sql`${column.contract}::text[]`)}) ${insertSnapshots}`.execute(
    tx,
  )
}

/**
 * The carry-over of every base whose month ended within the replay, with what it was given and nothing left. Carry-overs
 * that are over are not in the pool any more, but their entries are, and a late record changes what they were given.
 */
function carryOvers(facts: PoolFacts, pool: Pool): readonly BucketBalance[] {
  const since = facts.snapshot?.at
  return [...(facts.snapshot?.buckets ?? []), ...facts.grants].flatMap((base) => {
    const { rollover } = base
    if (rollover === undefined || isBefore(pool.at, rollover.at)) return []
    if (since !== undefined && !isBefore(since, rollover.at)) return []
    const source = `turn/${base.bucketId}`
    const given = pool.postings.filter(
      (one) => one.source === source && one.bucketId === rollover.bucketId,
    )
    const carry: BucketBalance = {
      bucketId: rollover.bucketId,
      kind: 'carry',
      grantedAt: base.grantedAt,
      expiresAt: base.expiresAt,
      rollover: undefined,
      grantedBytes: addBytes(...given.map((one) => one.bytes)),
      remainingBytes: noBytes,
    }
    return [carry]
  })
}
