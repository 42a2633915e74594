import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { newId } from '#backend/db/ids.ts'
import type { UsageRecord } from '#backend/ports/carrier.ts'
import type { Instant } from '#domain/tokyo.ts'
import { toBinaryRows } from './binary-rows.ts'

export type MergeTimes = {
  /** The carrier's last complete hour in this batch. */
  readonly through: Instant
  readonly now: Instant
}

/**
 * Brings a batch of the carrier's records into the tables, inside the transaction that is open on the client: by COPY
 * into a staging table, then set by set. Repeated and outdated records change nothing; a higher revision replaces.
 * @returns how many records were new or changed.
 */
export async function mergeUsage(
  client: pg.PoolClient,
  records: readonly UsageRecord[],
  times: MergeTimes,
): Promise<number> {
  await client.query(staging)
  await copyIn(client, records)
  // Without it the planner takes a small batch for a large one and reads a month's records from end to end.
  await client.query('analyze usage_staging')
  await client.query(takeUpStrays)
  await client.query(keepStrays, [times.now.toString()])
  const { rowCount } = await client.query(findChanges)
  if (rowCount !== null && rowCount > 0) {
    await client.query(writeNewRecords, [times.now.toString()])
    await client.query(correctRecords, [times.now.toString()])
    await client.query(addToDays, [times.through.toString()])
    await client.query(noteDues, [`${newId('due')}-`, times.now.toString()])
  }
  await client.query('drop table usage_staging, usage_change')
  return rowCount ?? 0
}

export const staging = `
  create temp table usage_staging (
    line_ref text, from_at timestamptz, to_at timestamptz, record_id text, revision integer,
    high_bytes bigint, low_bytes bigint) on commit drop;
  create temp table usage_change (
    contract_id text, line_id text, from_at timestamptz, to_at timestamptz, record_id text,
    revision integer, high_bytes bigint, low_bytes bigint, high_more bigint, low_more bigint,
    is_new boolean) on commit drop`

/** Puts records into the staging table, a piece at a time, so that the server reads while we write. */
export async function copyIn(client: pg.PoolClient, records: readonly UsageRecord[]) {
  const stream = client.query(copyFrom('copy usage_staging from stdin (format binary)'))
  await pipeline(Readable.from(toBinaryRows(records)), stream)
}

/** Records that came before their line was known to us. */
const takeUpStrays = `
  with found as (
    delete from usage_stray s using line l where l.carrier_ref = s.line_ref returning s.*)
  insert into usage_staging
  select line_ref, from_at, to_at, record_id, revision, high_bytes, low_bytes from found`

const keepStrays = `
  insert into usage_stray
  select s.*, $1::timestamptz from usage_staging s
  where not exists (select from line l where l.carrier_ref = s.line_ref)
  on conflict do nothing`

/** The record in force of each hour in the batch, where it differs from what is known; and by how much. */
const findChanges = `
  insert into usage_change
  select f.*, f.high_bytes - coalesce(u.high_bytes, 0), f.low_bytes - coalesce(u.low_bytes, 0),
    u.revision is null
  from (
    select distinct on (l.contract_id, l.line_id, s.from_at)
      l.contract_id, l.line_id, s.from_at, s.to_at, s.record_id, s.revision, s.high_bytes, s.low_bytes
    from usage_staging s join line l on l.carrier_ref = s.line_ref
    order by l.contract_id, l.line_id, s.from_at, s.revision desc, s.high_bytes desc
  ) f left join usage_record u using (contract_id, line_id, from_at)
  where u.revision is null or f.revision > u.revision
    or (f.revision = u.revision and f.high_bytes > u.high_bytes)`

/**
 * New and known rows are written apart: only one import runs at a time (it holds the cursor's row), and asking for each
 * row whether it is there already took half the time of an import.
 */
const writeNewRecords = `
  insert into usage_record (contract_id, line_id, from_at, to_at, record_id, revision, high_bytes,
    low_bytes, received_at)
  select contract_id, line_id, from_at, to_at, record_id, revision, high_bytes, low_bytes,
    $1::timestamptz
  from usage_change where is_new`

const correctRecords = `
  update usage_record u set
    to_at = c.to_at, record_id = c.record_id, revision = c.revision, high_bytes = c.high_bytes,
    low_bytes = c.low_bytes, received_at = greatest(u.received_at, $1::timestamptz)
  from usage_change c
  where not c.is_new and u.contract_id = c.contract_id and u.line_id = c.line_id
    and u.from_at = c.from_at`

const days = `
  select contract_id, line_id, (from_at at time zone 'Asia/Tokyo')::date as day,
    sum(high_more)::bigint as high_bytes, sum(low_more)::bigint as low_bytes
  from usage_change group by 1, 2, 3`

const addToDays = `
  with more as materialized (${days}), known as (
    update usage_day d set high_bytes = d.high_bytes + m.high_bytes,
      low_bytes = d.low_bytes + m.low_bytes, as_of = $1::timestamptz
    from more m where d.contract_id = m.contract_id and d.line_id = m.line_id and d.day = m.day
    returning d.contract_id, d.line_id, d.day)
  insert into usage_day (contract_id, line_id, day, high_bytes, low_bytes, as_of)
  select contract_id, line_id, day, high_bytes, low_bytes, $1::timestamptz
  from more left join known using (contract_id, line_id, day) where known.day is null`

/**
 * The ledger is charged afterwards, contract by contract; a record counts at the last millisecond of its period. One
 * that is new says with its due what is to be charged; of what was corrected the replay finds out. Each waits for the
 * end of its own period.
 */
const noteDues = `
  insert into ledger_due (contract_id, due_id, since, line_id, record_id, bytes, received_at)
  select contract_id, $1 || row_number() over (),
    date_trunc('milliseconds', to_at) - interval '1 millisecond',
    case when is_new then line_id end, case when is_new then record_id end,
    case when is_new then high_bytes end, case when is_new then $2::timestamptz end
  from usage_change where high_more <> 0`
