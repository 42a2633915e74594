import { sql } from 'kysely'
import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import { isPlanCode, planCodes, planOn } from '#domain/catalogue/plan.ts'
import { baseGrant } from '#domain/data/grant.ts'
import {
  startOfDay,
  startOfMonth,
  toTokyoDate,
  toTokyoMonth,
  type Instant,
  type TokyoDate,
  type TokyoMonth,
} from '#domain/tokyo.ts'
import { toRow } from './bucket-mapping.ts'

/** Notes what the calendar makes due, one worker at a time. Run twice, it finds nothing. */
export async function noteCalendarDues({ database }: Pick<AreaDeps, 'database'>, now: Instant) {
  await database.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('calendar dues'))`.execute(tx)
    await calendarDues(tx, now)
  })
}

/**
 * The month's base for every contract in service that has not got it, bases whose month is over, buckets past their
 * expiry, and what is left of contracts that ended. The demo's past is written through it too.
 */
export async function calendarDues(tx: Db, now: Instant) {
  const month = toTokyoMonth(now)
  await sql`${grantBases(month)}`.execute(tx)
  await sql`${resizeBases(month)}`.execute(tx)
  for (const row of await lateBeginners(tx, now)) await grantFirst(tx, row, month)
  await sql`
    insert into ledger_due (contract_id, due_id, since)
    select b.contract_id, ${newId('due')},
      min(coalesce(least(${now.toString()}, (c.ends_on + 1)::timestamp at time zone 'Asia/Tokyo'),
        ${now.toString()}::timestamptz))
    from data_bucket b join contract c using (contract_id)
    where b.remaining_bytes > 0 and (
      b.expires_at <= ${now.toString()} or (b.kind = 'base' and b.base_month < ${month})
      or c.ends_on < ${toTokyoDate(now)})
    group by b.contract_id`.execute(tx)
}

/** One statement for all contracts; the size of this moment counts. Service that begins later is given its base then. */
function grantBases(month: TokyoMonth) {
  const first = startOfMonth(month)
  const sizes = planCodes.filter((code) => planOn(code, first).baseBytes > 0)
  const bases = sizes.map((code) => baseGrant(month, code))
  const model = bases[0]
  if (model === undefined) return sql`select`
  return sql`
    with given as (
      insert into data_bucket (contract_id, bucket_id, kind, base_month, granted_bytes,
        remaining_bytes, granted_at, expires_at)
      select c.contract_id, ${model.bucketId}, 'base', ${month}, size.granted_bytes, 0,
        ${model.grantedAt.toString()}::timestamptz, ${model.expiresAt.toString()}::timestamptz
      from contract c
      join unnest(${sizes}::integer[], ${bases.map((one) => one.grantedBytes)}::bigint[])
        as size (plan_code, granted_bytes) using (plan_code)
      where c.status in ('active', 'suspended', 'cancel_reserved') and c.started_on <= ${first}
        and (c.ends_on is null or c.ends_on >= ${first})
        and not exists (select from data_bucket b
          where b.contract_id = c.contract_id and b.bucket_id = ${model.bucketId})
      on conflict do nothing
      returning contract_id)
    insert into ledger_due (contract_id, due_id, since)
    select contract_id, ${newId('due')}, ${startOfDay(first).toString()}::timestamptz from given`
}

/** A size that came into force after the month's base was given, its turn having been missed: the base is the new size's. */
function resizeBases(month: TokyoMonth) {
  const first = startOfMonth(month)
  const volumes = planCodes.map((code) => planOn(code, first).baseBytes)
  const from = startOfDay(first).toString()
  return sql`
    with resized as (
      update data_bucket b set granted_bytes = size.base_bytes
      from contract c join unnest(${[...planCodes]}::integer[], ${volumes}::bigint[])
        as size (plan_code, base_bytes) using (plan_code)
      where b.contract_id = c.contract_id and b.bucket_id = ${`base/${month}`}
        and b.granted_at = ${from} and b.granted_bytes <> size.base_bytes
      returning b.contract_id)
    insert into ledger_due (contract_id, due_id, since)
    select contract_id, ${newId('due')}, ${from}::timestamptz from resized`
}

type Beginner = { contract_id: string; plan_code: number; started_on: TokyoDate }

/** Service that began within the month is given its part when it begins; this finds the ones where that was missed. */
async function lateBeginners(tx: Db, now: Instant): Promise<readonly Beginner[]> {
  const month = toTokyoMonth(now)
  const { rows } = await sql<Beginner>`
    select c.contract_id, c.plan_code, c.started_on from contract c
    where c.status in ('active', 'suspended', 'cancel_reserved')
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
  await tx
    .insertInto('ledger_due')
    .values({ contract_id, due_id: newId('due'), since: base.grantedAt })
    .execute()
}
