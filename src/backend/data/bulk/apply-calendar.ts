import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import { insertRow } from '#backend/db/rows.ts'
import { isPlanCode, planCodes, planOn } from '#domain/catalogue/plan.ts'
import { baseGrant, basesBySize } from '#domain/data/grant.ts'
import {
  type Instant,
  startOfDay,
  startOfMonth,
  type TokyoDate,
  type TokyoMonth,
  toTokyoDate,
  toTokyoMonth,
} from '#domain/tokyo.ts'
import { toRow } from '../rows/buckets.ts'
import { planAsUsual, planByKeys, planForSets } from './plan-for-sets.ts'

/** Contracts whose id is greater than `after` and at most `through`, or those of a list. */
type Range = { readonly after: string; readonly through: string | null }

type Scope = Range | { readonly ids: readonly string[] }

const everyone: Range = { after: '', through: null }

export const within = (column: string, scope: Scope) => {
  const id = sql.ref(column)
  if ('ids' in scope) return sql`${id} = any(${scope.ids}::text[])`
  const { after, through } = scope
  return through === null ? sql`${id} > ${after}` : sql`${id} > ${after} and ${id} <= ${through}`
}

/**
 * Gives the month's base to every contract in service that does not have it, and queues the ledgers with a base whose
 * month is over, with a bucket past its expiry, and with data left after the contract's end. The demo's past is written
 * by it too.
 */
export async function applyCalendar(tx: Db, now: Instant, scope: Scope = everyone) {
  const month = toTokyoMonth(now)
  // Right after the month rollover the tables' statistics lack the new bases: the planner compared every contract with each.
  await ('ids' in scope ? planByKeys(tx) : planForSets(tx))
  await sql`${grantBases(month, scope)}`.execute(tx)
  await sql`${resizeBases(month, scope)}`.execute(tx)
  for (const row of await lateBeginners(tx, now, scope)) await grantFirst(tx, row, month)
  await sql`
    insert into ledger_due (contract_id, due_id, since)
    select b.contract_id, ${newId('due')},
      min(coalesce(least(${now.toString()}, (c.ends_on + 1)::timestamp at time zone 'Asia/Tokyo'),
        ${now.toString()}::timestamptz))
    from data_bucket b join contract c using (contract_id)
    where b.remaining_bytes > 0 and ${within('b.contract_id', scope)} and ${within('c.contract_id', scope)} and (
      b.expires_at <= ${now.toString()} or (b.kind = 'base' and b.base_month < ${month})
      or c.ends_on < ${toTokyoDate(now)})
    group by b.contract_id`.execute(tx)
  await planAsUsual(tx)
}

/** Gives the base of the size in force now, to all contracts in one statement. Service that begins later gets its base then. */
function grantBases(month: TokyoMonth, scope: Scope) {
  const first = startOfMonth(month)
  const { sizes, volumes, bucket } = basesBySize(month)
  if (bucket === undefined) return sql`select`
  return sql`
    with given as (
      insert into data_bucket (contract_id, bucket_id, kind, base_month, granted_bytes,
        remaining_bytes, granted_at, expires_at)
      select c.contract_id, ${bucket.bucketId}, 'base', ${month}, size.granted_bytes, 0,
        ${bucket.grantedAt.toString()}::timestamptz, ${bucket.expiresAt.toString()}::timestamptz
      from contract c
      join unnest(${sizes}::integer[], ${volumes}::bigint[])
        as size (plan_code, granted_bytes) using (plan_code)
      where ${within('c.contract_id', scope)}
        and c.status in ('active', 'suspended', 'cancel_reserved') and c.started_on <= ${first}
        and (c.ends_on is null or c.ends_on >= ${first})
        and not exists (select from data_bucket b where b.contract_id = c.contract_id
          and b.bucket_id = ${bucket.bucketId} and ${within('b.contract_id', scope)})
      on conflict do nothing
      returning contract_id)
    insert into ledger_due (contract_id, due_id, since)
    select contract_id, ${newId('due')}, ${startOfDay(first).toString()}::timestamptz from given`
}

/** Corrects bases that were given before a booked size came into force, because the month rollover was late. */
function resizeBases(month: TokyoMonth, scope: Scope) {
  const first = startOfMonth(month)
  const volumes = planCodes.map((code) => planOn(code, first).baseBytes)
  const from = startOfDay(first).toString()
  return sql`
    with resized as (
      update data_bucket b set granted_bytes = size.base_bytes
      from contract c join unnest(${[...planCodes]}::integer[], ${volumes}::bigint[])
        as size (plan_code, base_bytes) using (plan_code)
      where ${within('b.contract_id', scope)} and ${within('c.contract_id', scope)}
        and b.contract_id = c.contract_id and b.bucket_id = ${`base/${month}`}
        and b.granted_at = ${from} and b.granted_bytes <> size.base_bytes
      returning b.contract_id)
    insert into ledger_due (contract_id, due_id, since)
    select contract_id, ${newId('due')}, ${from}::timestamptz from resized`
}

type Beginner = { contract_id: string; plan_code: number; started_on: TokyoDate }

/** Contracts whose service began within the month and that were not given their part of the base when it began. */
async function lateBeginners(tx: Db, now: Instant, scope: Scope): Promise<readonly Beginner[]> {
  const month = toTokyoMonth(now)
  const { rows } = await sql<Beginner>`
    select c.contract_id, c.plan_code, c.started_on from contract c
    where ${within('c.contract_id', scope)}
      and c.status in ('active', 'suspended', 'cancel_reserved')
      and c.started_on > ${startOfMonth(month)} and c.started_on <= ${toTokyoDate(now)}
      and not exists (select from data_bucket b
        where b.contract_id = c.contract_id and b.bucket_id = ${`base/${month}`})`.execute(tx)
  return rows
}

async function grantFirst(tx: Db, beginner: Beginner, month: TokyoMonth) {
  const { contract_id, plan_code, started_on } = beginner
  if (!isPlanCode(plan_code)) return
  const base = baseGrant(month, plan_code, started_on)
  if (base.grantedBytes === 0) return
  await tx
    .insertInto('data_bucket')
    .values(toRow(contract_id, base))
    .onConflict((conflict) => conflict.columns(['contract_id', 'bucket_id']).doNothing())
    .execute()
  await insertRow(tx, 'ledger_due', { contract_id, due_id: newId('due'), since: base.grantedAt })
}
