import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { basesBySize } from '#domain/data/grant.ts'
import {
  addMonths,
  type Instant,
  startOfDay,
  startOfMonth,
  type TokyoMonth,
} from '#domain/tokyo.ts'
import { dropOldSnapshots, insertSnapshots } from '../rows/snapshots.ts'
import { slowContracts } from './charge-usual.ts'
import { planAsUsual, planForSets } from './plan-for-sets.ts'

type RolledOver = {
  readonly contract_id: string
  /** What the pool holds after the month rollover. */
  readonly left_bytes: number
  readonly speed_may_change: boolean
}

/**
 * Rolls the month over for many contracts in one statement (README.md): the rest of the base is carried over, buckets
 * that end with the month expire, the new base is given, and the pool after it is stored as a snapshot. A contract is
 * usual if nothing is queued for it, no entry is of the new month, and no bucket ends at another moment. The entries are
 * those of a replay (month-rollover.api.test.ts); other contracts stay untouched. The contracts must be locked.
 */
export async function rollOverUsual(
  tx: Db,
  contractIds: readonly string[],
  month: TokyoMonth,
  now: Instant,
): Promise<readonly RolledOver[]> {
  if (contractIds.length === 0) return []
  await planForSets(tx)
  const { rows } = await rollOver(rolloverOf(contractIds, month, now)).execute(tx)
  await planAsUsual(tx)
  return rows
}

/** The month's rollover as values of the statement. */
function rolloverOf(contractIds: readonly string[], month: TokyoMonth, now: Instant) {
  const first = startOfMonth(month)
  const { sizes, volumes, bucket } = basesBySize(month)
  return {
    contractIds,
    month,
    now: now.toString(),
    first,
    at: sql`${startOfDay(first).toString()}::timestamptz`,
    /** The month that is over. */
    last: addMonths(month, -1),
    sizes,
    volumes,
    /** The end of the new base. */
    ends: sql`${bucket?.expiresAt.toString() ?? null}::timestamptz`,
    base: `base/${month}`,
    carry: `carry/${month}`,
  }
}

type Rollover = ReturnType<typeof rolloverOf>

const rollOver = (of: Rollover) => sql<RolledOver>`
  with ${usualContracts(of)}, ${movedBytes(of)}, ${writtenRollover(of)}, ${newSnapshot(of)}, total as (
    select contract_id, sum(remaining_bytes)::bigint as left_bytes from after group by contract_id
  ), slow as (${slowContracts(sql`${of.contractIds}::text[]`)})
  select t.contract_id, coalesce(total.left_bytes, 0) as left_bytes,
    slow.contract_id is not null as speed_may_change
  from turning t left join total using (contract_id) left join slow using (contract_id)`

/** `turning`: the contracts that are usual, by the buckets they hold (`held`). */
const usualContracts = ({
  contractIds,
  now,
  first,
  at,
  last,
  sizes,
  volumes,
  base,
}: Rollover) => sql`
  fresh as materialized (
    select c.contract_id, written.position, written.recorded_at, size.base_bytes
    from contract c
    left join unnest(${sizes}::integer[], ${volumes}::bigint[]) as size (plan_code, base_bytes) using (plan_code)
    cross join lateral (
      select position, recorded_at, latest_at from data_ledger l where l.contract_id = c.contract_id
      limit 1) written
    left join lateral (
      select at from data_opening o where o.contract_id = c.contract_id
      order by at desc limit 1) opening on true
    left join lateral (
      select true as is_there from ledger_due d where d.contract_id = c.contract_id and d.since <= ${now}
      limit 1) waiting on true
    left join lateral (
      select bucket_id from data_bucket b where b.contract_id = c.contract_id and b.bucket_id = ${base}
      limit 1) given on true
    where c.contract_id = any(${contractIds})
      and c.status in ('active', 'suspended', 'cancel_reserved') and c.started_on < ${first}
      and (c.ends_on is null or c.ends_on >= ${first})
      and written.recorded_at <= ${now} and written.latest_at < ${at}
      and (opening.at is null or opening.at < ${at})
      and waiting.is_there is null and given.bucket_id is null
  ), held as materialized (
    select f.contract_id, b.*, bool_or(
        b.remaining_bytes > 0 and (b.expires_at < ${at} or (b.expires_at > ${at} and b.expires_at <= ${now})
          or (b.kind = 'base' and b.base_month < ${last}))
        or b.kind <> 'carry' and b.granted_at > f.recorded_at and b.granted_at <= ${now}
      ) over (partition by f.contract_id) as is_left_to_replay
    from fresh f
    left join lateral (
      select bucket_id, remaining_bytes, granted_bytes, kind, base_month, granted_at, expires_at
      from data_bucket b where b.contract_id = f.contract_id
        and (b.remaining_bytes > 0 or b.granted_at > f.recorded_at)
      offset 0) b on true
  ), turning as materialized (
    select f.* from fresh f
    where not exists (select from held h where h.contract_id = f.contract_id and h.is_left_to_replay)
)`

/** `posting`: the entries of each contract, in the order of the replay. */
const movedBytes = ({ at, last, ends, base, carry }: Rollover) => sql`
  bucket as materialized (
    select h.* from held h join turning using (contract_id) where h.remaining_bytes > 0
  ), carried as materialized (
    select * from bucket where kind = 'base' and base_month = ${last}
  ), expired as materialized (
    select * from bucket where expires_at = ${at} and not (kind = 'base' and base_month = ${last})
  ), posting as (
    select contract_id, 1 as step, bucket_id, 'transfer' as kind, -remaining_bytes as bytes,
      expires_at, 'turn/' || bucket_id as source from carried
    union all
    select contract_id, 2, ${carry}, 'transfer', remaining_bytes, expires_at, 'turn/' || bucket_id from carried
    union all
    select contract_id, 3, bucket_id, 'expire', -remaining_bytes, expires_at, 'expire/' || bucket_id from expired
    union all
    select contract_id, 4, ${base}, 'grant', base_bytes, ${ends}, ${`grant/${base}`}
    from turning where base_bytes > 0
)`

/** Entries, the head of the ledger, new and emptied buckets. */
const writtenRollover = ({ contractIds, month, now, at, last, ends, base, carry }: Rollover) => sql`
  entered as (
    insert into data_entry (contract_id, position, bucket_id, line_id, kind, bytes, occurred_at,
      recorded_at, ends_at, source, number)
    select p.contract_id, t.position + row_number() over (partition by p.contract_id
        order by p.step, p.bucket_id collate "C"),
      p.bucket_id, null, p.kind, p.bytes, ${at}, ${now}::timestamptz, p.expires_at, p.source, 1
    from posting p join turning t using (contract_id)
  ), headed as (
    update data_ledger l
    set position = l.position + more.entries, recorded_at = ${now}, latest_at = ${at}
    from (select contract_id, count(*) as entries from posting group by contract_id) more
    where l.contract_id = any(${contractIds}) and l.contract_id = more.contract_id
  ), added_bucket as (
    insert into data_bucket (contract_id, bucket_id, kind, base_month, granted_bytes, remaining_bytes,
      granted_at, expires_at)
    select contract_id, ${carry}, 'carry', ${last}, remaining_bytes, remaining_bytes, granted_at, expires_at
    from carried
    union all
    select contract_id, ${base}, 'base', ${month}, base_bytes, base_bytes, ${at}, ${ends}
    from turning where base_bytes > 0
    returning contract_id, bucket_id, kind, granted_bytes, remaining_bytes, granted_at, expires_at
  ), emptied as (
    update data_bucket b set remaining_bytes = 0
    from (select contract_id, bucket_id from carried union all select contract_id, bucket_id from expired) gone
    where b.contract_id = any(${contractIds})
      and b.contract_id = gone.contract_id and b.bucket_id = gone.bucket_id
)`

/** The pool after the rollover, as a snapshot. */
const newSnapshot = ({ contractIds, at, last }: Rollover) => sql`
  after as materialized (
    select contract_id, bucket_id, kind, granted_bytes, remaining_bytes, granted_at, expires_at
    from added_bucket
    union all
    select contract_id, bucket_id, kind, granted_bytes, remaining_bytes, granted_at, expires_at
    from bucket where expires_at > ${at} and not (kind = 'base' and base_month = ${last})
  ), added as materialized (
    select contract_id, ${at} as at, jsonb_agg(jsonb_build_object('bucketId', bucket_id, 'kind', kind,
      'grantedBytes', granted_bytes, 'remainingBytes', remaining_bytes, 'grantedAt', granted_at,
      'expiresAt', expires_at)) as buckets
    from after group by contract_id
  ), dropped as (${dropOldSnapshots(sql`${contractIds}::text[]`)}), opened as (${insertSnapshots}
  )`
