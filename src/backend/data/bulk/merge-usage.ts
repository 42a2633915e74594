import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { UsageRecord } from '#backend/ports/carrier.ts'
import type { Instant } from '#domain/tokyo.ts'
import { toBinaryRows } from '../rows/usage-copy.ts'
import { isUniqueViolation } from './charge-usual.ts'

/** A smaller batch is analysed first (its size in rows): without it the planner reads a whole month's records. */
const KNOWN_TO_BE_LARGE = 1000

/**
 * Brings a batch of the carrier's records into the tables, inside the transaction that is open on the client: by COPY
 * into a staging table, then set by set. Repeated and outdated records change nothing; a higher revision replaces. In
 * the usual batch every record is the first of its hour: one statement writes it without reading older records, so it
 * does not wait for the batch ahead. Other records are compared with the stored ones once `isNext` has answered; from
 * then on no other import runs.
 * @param isNext waits until the batch ahead is committed; false where another import took this batch.
 * @returns how many records were new or changed; undefined where `isNext` answered false.
 */
export async function mergeUsage(
  client: pg.PoolClient,
  records: readonly UsageRecord[],
  now: Instant,
  isNext: () => Promise<boolean> = async () => true,
): Promise<number | undefined> {
  await client.query(`${staging}; ${lockDays}`)
  await copyIn(client, records)
  const taken = await takeUsual(client, now)
  if (!(await isNext())) return undefined
  const unmatched = (await client.query(takeUpUnmatched)).rowCount ?? 0
  const left = records.length + unmatched - taken
  // An unmatched record that is taken up now may look usual, but was not among the ones written above.
  const isWhole = taken === 0 || unmatched > 0
  const changed =
    left === 0 ? 0 : await compare(client, now, { isWhole, isSmall: left < KNOWN_TO_BE_LARGE })
  await client.query('drop table usage_staging')
  return taken + changed
}

export const staging = `
  create temp table usage_staging (
    line_ref text, from_at timestamptz, to_at timestamptz, record_id text, revision integer,
    high_bytes bigint, low_bytes bigint) on commit drop`

/** Until the transaction ends no day is written, so that a record lies either in a written day or after all of them. */
const lockDays = 'select from usage_day_end for share'

/** Puts records into the staging table, a piece at a time, so that the server reads while we write. */
export async function copyIn(client: pg.PoolClient, records: readonly UsageRecord[]) {
  const stream = client.query(copyFrom('copy usage_staging from stdin (format binary)'))
  await pipeline(Readable.from(toBinaryRows(records)), stream)
}

/** Unmatched records whose line is known by now. */
const takeUpUnmatched = `
  with found as (
    delete from usage_stray s using line l where l.carrier_ref = s.line_ref returning s.*)
  insert into usage_staging
  select line_ref, from_at, to_at, record_id, revision, high_bytes, low_bytes from found`

/** Days are written for records before this moment. */
const firstNotInDay = `(select writing::timestamp at time zone 'Asia/Tokyo' from usage_day_end)`

const isUsual = `s.revision = 1 and s.from_at >= ${firstNotInDay}`

/**
 * The moment a record is charged at (`chargedAtMs` of the domain). The row in the queue of a new record says what to
 * charge; that of a corrected one says only since when, and the replay finds the rest.
 */
const chargedAt = `date_trunc('milliseconds', to_at) - interval '1 millisecond'`

/** Written in the order of the keys; a record that is known already breaks the unique key. */
const writeUsual = `
  with taken as (
    insert into usage_record (contract_id, line_id, from_at, to_at, record_id, revision, high_bytes,
      low_bytes, received_at)
    select l.contract_id, l.line_id, s.from_at, s.to_at, s.record_id, s.revision, s.high_bytes,
      s.low_bytes, $1::timestamptz
    from usage_staging s join line l on l.carrier_ref = s.line_ref
    where ${isUsual}
    order by l.contract_id, l.line_id, s.from_at
    returning contract_id, line_id, to_at, record_id, high_bytes, received_at
  ), due as (
    insert into ledger_due (contract_id, since, line_id, record_id, bytes, received_at)
    select contract_id, ${chargedAt}, line_id, record_id, high_bytes, received_at
    from taken where high_bytes <> 0
  )
  select count(*)::integer as taken from taken`

/** @returns how many records were written; 0 where one of them was known, so that the whole batch must be compared. */
async function takeUsual(client: pg.PoolClient, now: Instant): Promise<number> {
  await client.query('savepoint usual')
  try {
    const { rows } = await client.query<{ taken: number }>(writeUsual, [now.toString()])
    await client.query('release savepoint usual')
    return rows[0]?.taken ?? 0
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    await client.query('rollback to savepoint usual')
    return 0
  }
}

/** Compares the unusual records of a batch, or all of them, with the stored ones. @returns how many were new or changed. */
async function compare(
  client: pg.PoolClient,
  now: Instant,
  { isWhole, isSmall }: { isWhole: boolean; isSmall: boolean },
): Promise<number> {
  await client.query(changes)
  if (isSmall) await client.query('analyze usage_staging')
  const { rowCount } = await client.query(findChanges, [now.toString(), isWhole])
  if (rowCount !== null && rowCount > 0) {
    await client.query(writeNewRecords, [now.toString()])
    await client.query(correctRecords, [now.toString()])
    await client.query(addToDays, [now.toString()])
    await client.query(queueLedgers, [now.toString()])
  }
  await client.query('drop table usage_change')
  return rowCount ?? 0
}

const changes = `
  create temp table usage_change (
    contract_id text, line_id text, from_at timestamptz, to_at timestamptz, record_id text,
    revision integer, high_bytes bigint, low_bytes bigint, high_more bigint, low_more bigint,
    is_new boolean) on commit drop`

/**
 * The record in force of each hour of the batch, where it differs from the stored one, and by how much; in the order of
 * the keys, in which all that follows is written. Records of unknown lines are stored as unmatched.
 */
const findChanges = `
  with placed as materialized (
    select l.contract_id, l.line_id, s.*
    from usage_staging s left join line l on l.carrier_ref = s.line_ref
    where $2 or l.contract_id is null or not (${isUsual})
  ), kept as (
    insert into usage_stray
    select line_ref, from_at, to_at, record_id, revision, high_bytes, low_bytes, $1::timestamptz
    from placed where contract_id is null
    on conflict do nothing
  )
  insert into usage_change
  select f.*, f.high_bytes - coalesce(u.high_bytes, 0), f.low_bytes - coalesce(u.low_bytes, 0),
    u.revision is null
  from (
    select distinct on (contract_id, line_id, from_at)
      contract_id, line_id, from_at, to_at, record_id, revision, high_bytes, low_bytes
    from placed where contract_id is not null
    order by contract_id, line_id, from_at, revision desc, high_bytes desc
  ) f left join lateral (
    select revision, high_bytes, low_bytes from usage_record r
    where r.contract_id = f.contract_id and r.line_id = f.line_id and r.from_at = f.from_at
    limit 1) u on true
  where u.revision is null or f.revision > u.revision
    or (f.revision = u.revision and f.high_bytes > u.high_bytes)`

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

/** Corrects the days that are written or being written; other days are summed from their records when they are read. */
const addToDays = `
  merge into usage_day d
  using (
    select contract_id, line_id, (from_at at time zone 'Asia/Tokyo')::date as day,
      sum(high_more)::bigint as high_bytes, sum(low_more)::bigint as low_bytes
    from usage_change where from_at < ${firstNotInDay} group by 1, 2, 3
  ) more
  on d.contract_id = more.contract_id and d.line_id = more.line_id and d.day = more.day
  when matched then update set high_bytes = d.high_bytes + more.high_bytes,
    low_bytes = d.low_bytes + more.low_bytes, as_of = $1::timestamptz
  when not matched then insert (contract_id, line_id, day, high_bytes, low_bytes, as_of)
    values (more.contract_id, more.line_id, more.day, more.high_bytes, more.low_bytes,
      $1::timestamptz)`

const queueLedgers = `
  insert into ledger_due (contract_id, since, line_id, record_id, bytes, received_at)
  select contract_id, ${chargedAt},
    case when is_new then line_id end, case when is_new then record_id end,
    case when is_new then high_bytes end, case when is_new then $1::timestamptz end
  from usage_change where high_more <> 0`
