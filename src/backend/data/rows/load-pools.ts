import { type Selectable, sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { Database } from '#backend/db/tables.ts'
import { bytes } from '#domain/bytes.ts'
import type { Entry } from '#domain/data/ledger.ts'
import type { Snapshot, PoolFacts } from '#domain/data/pool.ts'
import { chargedAtMs, type UsageRecord } from '#domain/data/usage-record.ts'
import { endOfDay, type Instant, isBefore } from '#domain/tokyo.ts'
import { fromRow } from './buckets.ts'
import { readSlowSpans } from './line-caps.ts'
import { snapshotsBefore } from './snapshots.ts'
import { readTransfers } from './transfers.ts'

/** A contract with new facts, and the moment of the earliest of them. */
export type ChangedLedger = { readonly contractId: string; readonly since: Instant }

export type LoadedPool = {
  readonly contractId: string
  /** The moment of this charge: facts are read up to it, the replay runs to it, and it is the time of its entries. */
  readonly asOf: Instant
  readonly facts: PoolFacts
  /** Entries already written after the snapshot. */
  readonly written: readonly Entry[]
  /** Position of the contract's last entry. */
  readonly lastPosition: number
  /** Uncovered bytes as they stand at the records, by record id. */
  readonly uncovered: ReadonlyMap<string, number>
}

type Since = { contract_id: string; since: Instant }

/** Locks the contracts in the order of their ids and reads what a replay of each needs, with one query per table. */
export async function loadPools(
  tx: Db,
  changed: readonly ChangedLedger[],
  now: Instant,
): Promise<LoadedPool[]> {
  if (changed.length === 0) return []
  const ids = [...new Set(changed.map((one) => one.contractId))].toSorted()
  const contracts = await tx
    .selectFrom('contract')
    .select(['contract_id', 'ends_on'])
    .where('contract_id', '=', sql<string>`any(${ids})`)
    .orderBy('contract_id')
    .forUpdate()
    .execute()
  const since = await takeFromQueue(tx, ids, changed, now)
  return readPools(tx, contracts, await snapshotsBefore(tx, since), now)
}

type ContractRow = Pick<Selectable<Database['contract']>, 'contract_id' | 'ends_on'>

/** What a replay of these contracts from these snapshots needs; a contract without a snapshot is replayed from its beginning. */
export async function readPools(
  db: Db,
  contracts: readonly ContractRow[],
  snapshots: ReadonlyMap<string, Snapshot>,
  now: Instant,
): Promise<LoadedPool[]> {
  const ids = contracts.map((one) => one.contract_id)
  const from = ids.map((id) => snapshots.get(id)?.at.toString() ?? '-infinity')
  const known = sql`unnest(${ids}::text[], ${from}::timestamptz[]) as known (contract_id, since)`
  const buckets = await readBuckets(db, known)
  const uses = await readUses(db, known, from.toSorted()[0] ?? '-infinity')
  const written = await readEntries(db, known)
  const last = await readLastEntries(db, ids)
  const slowSpans = await readSlowSpans(db, known)
  const transfers = await readTransfers(db, known)

  return contracts.map((contract) => {
    const id = contract.contract_id
    const known = uses.get(id) ?? []
    const asOf = momentOf(now, last.get(id), known)
    const records = known.filter((row) => !isBefore(asOf, chargedAt(row)))
    return {
      contractId: id,
      asOf,
      facts: {
        grants: buckets.get(id) ?? [],
        uses: records.map(toUsage),
        transfers: transfers.get(id),
        slowSpans: slowSpans.get(id),
        closedAt: contract.ends_on === null ? undefined : endOfDay(contract.ends_on),
        snapshot: snapshots.get(id),
      },
      written: written.get(id) ?? [],
      lastPosition: last.get(id)?.position ?? 0,
      uncovered: new Map(records.map((row) => [row.record_id, row.uncovered_bytes])),
    }
  })
}

/**
 * The moment to charge at: `now`, but never before a written entry or before a record came in. So a worker whose clock is
 * behind charges the same facts as the one before it and takes nothing back. The record's own period does not count: a
 * record of the future must not make the pool expire.
 */
function momentOf(now: Instant, last: LastEntry | undefined, records: readonly UseRow[]): Instant {
  const known = [
    ...(last === undefined ? [] : [last.recorded_at]),
    ...records.map((row) => row.received_at),
  ]
  return known.reduce((latest, at) => (isBefore(latest, at) ? at : latest), now)
}

/**
 * Takes what is queued for these contracts up to `now`. @returns the earliest moment of each contract's new facts.
 */
async function takeFromQueue(
  tx: Db,
  ids: readonly string[],
  changed: readonly ChangedLedger[],
  now: Instant,
) {
  const waiting = await tx
    .deleteFrom('ledger_due')
    .where('contract_id', '=', sql<string>`any(${ids})`)
    .where('since', '<=', now)
    .returning(['contract_id', 'since'])
    .execute()
  const all: Since[] = [
    ...waiting,
    ...changed.map((one) => ({ contract_id: one.contractId, since: one.since })),
  ]
  const earliest = new Map<string, Instant>()
  for (const { contract_id: id, since } of all) {
    const known = earliest.get(id)
    if (known === undefined || isBefore(since, known)) earliest.set(id, since)
  }
  return earliest
}

/** Grants after the snapshot, which holds the older ones; the replay makes the carry-overs. */
async function readBuckets(tx: Db, known: ReturnType<typeof sql>) {
  const { rows } = await sql<Selectable<Database['data_bucket']>>`
    select b.* from ${known} join data_bucket b
      on b.contract_id = known.contract_id and b.granted_at > known.since and b.kind <> 'carry'`.execute(
    tx,
  )
  const grants = rows.map((row) => ({ contractId: row.contract_id, grant: fromRow(row) }))
  return new Map(
    [...Map.groupBy(grants, (one) => one.contractId)].map(([id, list]) => [
      id,
      list.map((one) => one.grant),
    ]),
  )
}

type UseRow = Pick<
  Selectable<Database['usage_record']>,
  | 'contract_id'
  | 'line_id'
  | 'record_id'
  | 'revision'
  | 'from_at'
  | 'to_at'
  | 'high_bytes'
  | 'low_bytes'
  | 'uncovered_bytes'
  | 'received_at'
>

/**
 * `earliest` excludes whole months (partitions); a record's period is never longer than a day. The records of each line
 * are found in the index from the snapshot on, without reading the whole month.
 */
async function readUses(tx: Db, known: ReturnType<typeof sql>, earliest: string) {
  const { rows } = await sql<UseRow>`
    select u.* from ${known} join line l on l.contract_id = known.contract_id
    cross join lateral (
      select contract_id, line_id, record_id, revision, from_at, to_at, high_bytes, low_bytes,
        uncovered_bytes, received_at
      from usage_record r where r.contract_id = l.contract_id and r.line_id = l.line_id
        and r.from_at > ${earliest}::timestamptz - interval '1 day'
        and r.from_at > known.since - interval '1 day' and r.to_at > known.since
        and (r.high_bytes > 0 or r.uncovered_bytes > 0)
      offset 0) u`.execute(tx)
  return Map.groupBy(rows, (row) => row.contract_id)
}

function chargedAt(row: UseRow): Instant {
  return Temporal.Instant.fromEpochMilliseconds(chargedAtMs(toUsage(row)))
}

function toUsage(row: UseRow): UsageRecord {
  return {
    recordId: row.record_id,
    revision: row.revision,
    lineId: row.line_id,
    from: row.from_at,
    to: row.to_at,
    highBytes: bytes(row.high_bytes),
    lowBytes: bytes(row.low_bytes),
  }
}

async function readEntries(tx: Db, known: ReturnType<typeof sql>) {
  const { rows } = await sql<Selectable<Database['data_entry']>>`
    select e.* from ${known} join data_entry e
      on e.contract_id = known.contract_id and e.occurred_at > known.since and e.ends_at > known.since
    order by e.contract_id, e.position`.execute(tx)
  return new Map(
    [...Map.groupBy(rows, (row) => row.contract_id)].map(([id, list]) => [id, list.map(toEntry)]),
  )
}

function toEntry(row: Selectable<Database['data_entry']>): Entry {
  return {
    number: row.number,
    source: row.source,
    kind: row.kind,
    bucketId: row.bucket_id,
    bytes: bytes(row.bytes),
    at: row.occurred_at,
    lineId: row.line_id ?? undefined,
    recordedAt: row.recorded_at,
  }
}

type LastEntry = { contract_id: string; position: number; recorded_at: Instant }

async function readLastEntries(tx: Db, ids: readonly string[]) {
  const { rows } = await sql<LastEntry>`
    select contract_id, position, recorded_at from data_ledger where contract_id = any(${ids})`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.contract_id, row]))
}
