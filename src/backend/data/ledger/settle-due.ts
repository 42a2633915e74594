import { sql } from 'kysely'
import type { AreaDeps } from '#backend/area.ts'
import { newId } from '#backend/db/ids.ts'
import { planCodes, planOn } from '#domain/catalogue/plan.ts'
import { baseGrant } from '#domain/data/grant.ts'
import {
  startOfDay,
  startOfMonth,
  toTokyoDate,
  toTokyoMonth,
  type Instant,
  type TokyoMonth,
} from '#domain/tokyo.ts'
import { settleSpeeds } from '../speed/settle-speed.ts'
import { settleLedgers } from './settle.ts'

type Deps = Pick<AreaDeps, 'database' | 'queue'>

/** Contracts in one transaction: short enough that a member's own change hardly waits. */
const CONTRACTS_A_ROUND = 100

/**
 * Charges everything that waits to the ledgers, and decides the speed of the lines concerned. Killed half-way, the
 * rest still waits; two at once take turns by the contracts' locks.
 * @returns how many contracts were settled.
 */
export async function settleDue({ database, queue }: Deps, now: Instant): Promise<number> {
  let settled = 0
  for (;;) {
    const { rows } = await sql<{ contract_id: string }>`
      select distinct contract_id from ledger_due order by contract_id limit ${CONTRACTS_A_ROUND}`.execute(
      database.db,
    )
    if (rows.length === 0) return settled
    const ids = rows.map((row) => row.contract_id)
    await database.db.transaction().execute(async (tx) => {
      await settleLedgers(
        tx,
        ids.map((contractId) => ({ contractId, since: now })),
        now,
      )
      await settleSpeeds(tx, queue, ids, now)
    })
    settled += ids.length
  }
}

/**
 * Notes what the calendar makes due: the month's base for every contract in service that has not got it, bases whose
 * month is over, buckets past their expiry, and what is left of contracts that ended. Run twice, it finds nothing.
 */
export async function noteCalendarDues({ database }: Deps, now: Instant) {
  const month = toTokyoMonth(now)
  await database.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('calendar dues'))`.execute(tx)
    await sql`${grantBases(month)}`.execute(tx)
    await sql`
      insert into ledger_due (contract_id, due_id, since)
      select distinct b.contract_id, ${newId('due')}, ${now.toString()}::timestamptz
      from data_bucket b join contract c using (contract_id)
      where b.remaining_bytes > 0 and (
        b.expires_at <= ${now.toString()} or (b.kind = 'base' and b.base_month < ${month})
        or c.ends_on < ${toTokyoDate(now)})`.execute(tx)
  })
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
