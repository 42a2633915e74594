import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { type Instant, toTokyoMonth } from '#domain/tokyo.ts'
import { insertIntoAlertQueue } from '../rows/alert-queue.ts'
import { dropOldSnapshots, insertSnapshots, snapshotTimeBefore } from '../rows/snapshots.ts'
import { planAsUsual, planByKeys } from './plan-for-sets.ts'

/** Whether a row with the same key is there already. */
export const isUniqueViolation = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '23505'

type Taken = {
  readonly contract_id: string
  readonly speed_may_change: boolean
  readonly cap_may_be_reached: boolean
}

type Charged = {
  readonly contractIds: ReadonlySet<string>
  /** Of these, contracts with a line that may change its speed: it is switched off, or its last decision was not high speed. */
  readonly slowIds: readonly string[]
  /** Of these, contracts that have used what was left until a cap or its warning could be reached. */
  readonly capIds: readonly string[]
}

/**
 * Charges the usual hour of many contracts in one statement (README.md). A contract is usual if its queued records came
 * in for the first time, are later than every entry, and are paid in whole without emptying the pool, if no bucket
 * begins or ends up to `now`, and no record may lie in a time in which its line was slow at its cap. The entries are those of a replay (charge-usual.api.test.ts); other contracts stay
 * untouched. The contracts must be locked, and their service must not have ended.
 * @param rolloverAt where a month begins by `now` and is rolled over right afterwards: only records before it are charged.
 */
export async function chargeUsual(
  tx: Db,
  contractIds: readonly string[],
  now: Instant,
  rolloverAt?: Instant,
): Promise<Charged> {
  if (contractIds.length === 0) return { contractIds: new Set(), slowIds: [], capIds: [] }
  await planByKeys(tx)
  const { rows } = await charge(contractIds, now, quietUpTo(now, rolloverAt)).execute(tx)
  await planAsUsual(tx)
  return {
    contractIds: new Set(rows.map((row) => row.contract_id)),
    slowIds: rows.filter((row) => row.speed_may_change).map((row) => row.contract_id),
    capIds: rows.filter((row) => row.cap_may_be_reached).map((row) => row.contract_id),
  }
}

const inOrderOfUse = sql`date_trunc('milliseconds', expires_at), date_trunc('milliseconds', granted_at),
  bucket_id collate "C"`

/** The last moment up to which no bucket may end and no month may begin. */
const quietUpTo = (now: Instant, rolloverAt: Instant | undefined) =>
  rolloverAt === undefined ? now : rolloverAt.subtract({ milliseconds: 1 })

/** Of these contracts those with a line that is switched off, or whose last decision was not high speed. */
export const slowContracts = (contractIds: RawBuilder<unknown>) => sql`
  select distinct l.contract_id from line l
  left join lateral (
    select speed from speed_decision d
    where d.contract_id = l.contract_id and d.line_id = l.line_id and d.carrier_state <> 'rejected'
    order by d.sequence desc limit 1) decided on true
  where l.contract_id = any(${contractIds}) and l.status in ('active', 'suspended', 'ending')
    and (not l.high_speed_on or decided.speed <> 'high')`

const charge = (contractIds: readonly string[], now: Instant, quietUntil: Instant) => sql<Taken>`
  with asked as (
    select ${contractIds}::text[] as ids, ${now.toString()}::timestamptz as now,
      ${quietUntil.toString()}::timestamptz as quiet_until
  ), due as materialized (
    select ctid as place, contract_id, since, line_id, record_id, bytes, received_at,
      (sum(bytes) over (partition by contract_id order by since, record_id collate "C"))::bigint as upto
    from ledger_due
    where contract_id = any((select ids from asked)::text[]) and since <= (select now from asked)
  ), fresh as (
    select contract_id, min(since) as first_at, sum(bytes)::bigint as bytes
    from due group by contract_id
    having bool_and(record_id is not null) and max(received_at) <= (select now from asked)
      and max(since) <= (select quiet_until from asked)
  ), in_order as materialized (
    select f.*, written.position, written.recorded_at, written.latest_at, written.cap_room_bytes,
      opening.at as opened_at
    from fresh f
    cross join lateral (
      select position, recorded_at, latest_at, cap_room_bytes, capped_until
      from data_ledger l where l.contract_id = f.contract_id
      limit 1) written
    left join lateral (
      select at from data_opening o where o.contract_id = f.contract_id
      order by at desc limit 1) opening on true
    left join lateral (
      select true as has_slow from line_cap_reach r
      where written.capped_until > f.first_at and r.contract_id = f.contract_id
        and (r.ended_at is null or r.ended_at > f.first_at) and exists (
          select from ledger_due q where q.contract_id = f.contract_id and q.line_id = r.line_id
            and q.since <= (select now from asked))
      limit 1) capped on true
    where capped.has_slow is null and written.recorded_at <= (select now from asked) and written.latest_at < f.first_at
      and (opening.at is null or opening.at < f.first_at)
  ), bucket as (
    select i.*, b.bucket_id, b.remaining_bytes, b.granted_bytes, b.kind, b.granted_at, b.expires_at,
      (sum(b.remaining_bytes) over of_pool)::bigint as upto,
      (sum(b.remaining_bytes) over of_contract)::bigint as pool_bytes,
      bool_or(
        b.remaining_bytes > 0 and (b.expires_at <= (select quiet_until from asked)
          or (b.kind = 'base' and b.base_month < ${toTokyoMonth(quietUntil)}))
        or b.kind <> 'carry' and b.granted_at > i.recorded_at and b.granted_at <= (select now from asked)
      ) over of_contract as is_left_to_replay
    from in_order i join data_bucket b on b.contract_id = any((select ids from asked)::text[])
      and b.contract_id = i.contract_id and (b.remaining_bytes > 0 or b.granted_at > i.recorded_at)
    window of_contract as (partition by i.contract_id),
      of_pool as (partition by i.contract_id order by ${inOrderOfUse})
  ), paying as materialized (
    select * from bucket where not is_left_to_replay and bytes < pool_bytes and remaining_bytes > 0
  ), added as materialized (
    select contract_id, place.at, jsonb_agg(jsonb_build_object('bucketId', bucket_id, 'kind', kind,
      'grantedBytes', granted_bytes, 'remainingBytes', remaining_bytes, 'grantedAt', granted_at,
      'expiresAt', expires_at)) as buckets
    from paying cross join lateral (select ${snapshotTimeBefore(sql`first_at`)} as at offset 0) place
    where latest_at <= place.at and (opened_at is null or opened_at < place.at)
    group by contract_id, place.at
  ), dropped as (${dropOldSnapshots(sql`(select ids from asked)::text[]`)}), opened as (${insertSnapshots}
  ), part as materialized (
    select d.contract_id, d.line_id, d.record_id, d.since, b.bucket_id, b.expires_at,
      least(d.upto, b.upto) - greatest(d.upto - d.bytes, b.upto - b.remaining_bytes) as bytes,
      b.position + row_number() over (partition by d.contract_id
        order by d.since, d.record_id collate "C", b.upto) as position
    from due d join paying b on b.contract_id = d.contract_id
      and b.upto > d.upto - d.bytes and b.upto - b.remaining_bytes < d.upto
  ), entered as (
    insert into data_entry (contract_id, position, bucket_id, line_id, kind, bytes, occurred_at,
      recorded_at, ends_at, source, number)
    select contract_id, position, bucket_id, line_id, 'use', -bytes, since,
      (select now from asked), expires_at, 'usage/' || record_id, 1
    from part
  ), headed as (
    update data_ledger l
    set position = last.position, recorded_at = (select now from asked), latest_at = last.at,
      cap_room_bytes = l.cap_room_bytes - last.bytes
    from (select contract_id, max(position) as position, max(since) as at, sum(bytes)::bigint as bytes
      from part group by contract_id) last
    where l.contract_id = any((select ids from asked)::text[]) and l.contract_id = last.contract_id
  ), taken as (
    update data_bucket b set remaining_bytes = b.remaining_bytes - used.bytes
    from (select contract_id, bucket_id, sum(bytes)::bigint as bytes from part group by contract_id, bucket_id) used
    where b.contract_id = any((select ids from asked)::text[])
      and b.contract_id = used.contract_id and b.bucket_id = used.bucket_id
  ), done as (
    delete from ledger_due where ctid = any(array(
      select place from due where contract_id in (select contract_id from paying)))
  ), pool as materialized (
    select distinct contract_id, pool_bytes - bytes as left_bytes,
      coalesce(bytes >= cap_room_bytes, false) as cap_may_be_reached from paying
  ), noted as (${insertIntoAlertQueue(sql`pool`)}
  ), slow as (${slowContracts(sql`(select ids from asked)::text[]`)})
  select contract_id, slow.contract_id is not null as speed_may_change, cap_may_be_reached
  from pool left join slow using (contract_id)`
