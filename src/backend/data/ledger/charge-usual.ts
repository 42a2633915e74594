import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { toTokyoMonth, type Instant } from '#domain/tokyo.ts'
import { noteAlertDues, type PoolLeft } from '../alert/due.ts'
import { dropOldOpenings, insertOpenings, placeBefore } from './openings.ts'
import { planAsUsual, planForSets } from './plan-for-sets.ts'

export const UNIQUE_VIOLATION = '23505'

type Taken = {
  readonly contract_id: string
  readonly bucket_id: string
  readonly bytes: number
  readonly speed_may_change: boolean
}

export type Charged = {
  readonly contractIds: ReadonlySet<string>
  /** Of these, where a line may have to change its speed: it is switched off, or was not decided to be fast last. */
  readonly slowIds: readonly string[]
}

/**
 * Charges the usual hour of many contracts in one statement: records that came in for the first time, each later than
 * all that is written, paid in whole by buckets that none of it empties and that nothing happens to up to `now`. What
 * it writes is what a replay would write, entry by entry (charge-usual.api.test.ts); every other contract is left
 * untouched for the replay. The contracts must be locked, and their service must not have ended.
 * @param turnAt where a month turns by `now`, and the turn is written right afterwards: only what was before it is charged.
 */
export async function chargeUsual(
  tx: Db,
  contractIds: readonly string[],
  now: Instant,
  turnAt?: Instant,
): Promise<Charged> {
  if (contractIds.length === 0) return { contractIds: new Set(), slowIds: [] }
  await planForSets(tx)
  const { rows } = await charge(contractIds, now, quietUpTo(now, turnAt)).execute(tx)
  await planAsUsual(tx)
  await noteAlertDues(tx, await takeFromBuckets(tx, rows))
  const slow = rows.filter((row) => row.speed_may_change)
  return {
    contractIds: new Set(rows.map((row) => row.contract_id)),
    slowIds: [...new Set(slow.map((row) => row.contract_id))],
  }
}

const inOrderOfUse = sql`date_trunc('milliseconds', expires_at), date_trunc('milliseconds', granted_at),
  bucket_id collate "C"`

/** The last moment up to which no bucket may end and no month may turn. */
const quietUpTo = (now: Instant, turnAt: Instant | undefined) =>
  turnAt === undefined ? now : turnAt.subtract({ milliseconds: 1 })

/** Whether a line of the contract is switched off, or was not decided to be fast last. */
export const speedMayChange = (contractId: RawBuilder<unknown>) => sql`exists (
  select from line l where l.contract_id = ${contractId}
    and l.status in ('active', 'suspended', 'ending')
    and (not l.high_speed_on or 'high' <> (
      select d.speed from speed_decision d
      where d.contract_id = l.contract_id and d.line_id = l.line_id and d.carrier_state <> 'rejected'
      order by d.sequence desc limit 1)))`

const charge = (contractIds: readonly string[], now: Instant, quietUntil: Instant) => sql<Taken>`
  with due as materialized (
    select ctid as place, contract_id, since, line_id, record_id, bytes, received_at
    from ledger_due where contract_id = any(${contractIds}) and since <= ${now.toString()}
  ), fresh as (
    select contract_id, min(since) as first_at, sum(bytes)::bigint as bytes
    from due group by contract_id
    having bool_and(record_id is not null) and max(received_at) <= ${now.toString()}
      and max(since) <= ${quietUntil.toString()}
  ), in_order as materialized (
    select f.*, written.position, written.recorded_at, latest.occurred_at as latest_at,
      opening.at as opened_at
    from fresh f
    cross join lateral (
      select position, recorded_at from data_entry e where e.contract_id = f.contract_id
      order by position desc limit 1) written
    cross join lateral (
      select occurred_at from data_entry e where e.contract_id = f.contract_id
      order by occurred_at desc limit 1) latest
    left join lateral (
      select at from data_opening o where o.contract_id = f.contract_id
      order by at desc limit 1) opening on true
    where written.recorded_at <= ${now.toString()} and latest.occurred_at < f.first_at
      and (opening.at is null or opening.at < f.first_at)
  ), bucket as materialized (
    select i.contract_id, b.*, (sum(remaining_bytes) over of_pool)::bigint as upto,
      (sum(remaining_bytes) over of_contract)::bigint as pool_bytes,
      bool_or(
        b.remaining_bytes > 0 and (b.expires_at <= ${quietUntil.toString()}
          or (b.kind = 'base' and b.base_month < ${toTokyoMonth(quietUntil)}))
        or b.kind <> 'carry' and b.granted_at > i.recorded_at and b.granted_at <= ${now.toString()}
      ) over of_contract as is_left_to_replay
    from in_order i
    cross join lateral (
      select bucket_id, remaining_bytes, granted_bytes, kind, base_month, granted_at, expires_at
      from data_bucket b where b.contract_id = i.contract_id
        and (b.remaining_bytes > 0 or b.granted_at > i.recorded_at)
      offset 0) b
    window of_contract as (partition by i.contract_id),
      of_pool as (partition by i.contract_id order by ${inOrderOfUse})
  ), covered as materialized (
    select distinct i.* from in_order i join bucket b using (contract_id)
    where not b.is_left_to_replay and i.bytes < b.pool_bytes
  ), added as materialized (
    select contract_id, place.at, jsonb_agg(jsonb_build_object('bucketId', bucket_id, 'kind', kind,
      'grantedBytes', granted_bytes, 'remainingBytes', remaining_bytes, 'grantedAt', granted_at,
      'expiresAt', expires_at)) as buckets
    from covered join bucket using (contract_id)
    cross join lateral (select ${placeBefore(sql`first_at`)} as at offset 0) place
    where remaining_bytes > 0 and latest_at <= place.at and (opened_at is null or opened_at < place.at)
    group by contract_id, place.at
  ), dropped as (${dropOldOpenings(contractIds)}), opened as (${insertOpenings}
  ), use as (
    select d.contract_id, d.line_id, d.record_id, d.since, d.bytes, c.position, (sum(d.bytes) over (
      partition by d.contract_id order by d.since, d.record_id collate "C"))::bigint as upto
    from covered c join due d using (contract_id)
  ), part as materialized (
    select u.contract_id, u.line_id, u.record_id, u.since, b.bucket_id,
      least(u.upto, b.upto) - greatest(u.upto - u.bytes, b.upto - b.remaining_bytes) as bytes,
      u.position + row_number() over (partition by u.contract_id
        order by u.since, u.record_id collate "C", b.upto) as position
    from use u join bucket b on b.contract_id = u.contract_id and b.remaining_bytes > 0
      and b.upto > u.upto - u.bytes and b.upto - b.remaining_bytes < u.upto
  ), entered as (
    insert into data_entry (contract_id, position, bucket_id, line_id, kind, bytes, occurred_at,
      recorded_at, source, source_ref)
    select contract_id, position, bucket_id, line_id, 'use', -bytes, since,
      ${now.toString()}::timestamptz, 'usage/' || record_id,
      'usage/' || record_id || '@' || bucket_id || '#1'
    from part
  ), done as (
    delete from ledger_due where ctid = any(array(
      select place from due join covered using (contract_id)))
  )
  select contract_id, bucket_id, sum(bytes)::bigint as bytes,
    ${speedMayChange(sql`part.contract_id`)} as speed_may_change
  from part group by contract_id, bucket_id`

/** @returns what is left of one bucket of each contract, the fullest of those that paid. */
async function takeFromBuckets(tx: Db, rows: readonly Taken[]): Promise<readonly PoolLeft[]> {
  const ids = rows.map((row) => row.contract_id)
  const buckets = rows.map((row) => row.bucket_id)
  const volumes = rows.map((row) => row.bytes)
  const changed = await sql<PoolLeft>`
    update data_bucket b set remaining_bytes = b.remaining_bytes - taken.bytes
    from unnest(${ids}::text[], ${buckets}::text[], ${volumes}::bigint[])
      as taken (contract_id, bucket_id, bytes)
    where b.contract_id = taken.contract_id and b.bucket_id = taken.bucket_id
    returning b.contract_id as "contractId", b.remaining_bytes as "leftBytes"`.execute(tx)
  const fullest = new Map<string, PoolLeft>()
  for (const one of changed.rows)
    if (one.leftBytes >= (fullest.get(one.contractId)?.leftBytes ?? 0))
      fullest.set(one.contractId, one)
  return [...fullest.values()]
}
