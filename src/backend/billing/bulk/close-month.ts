import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { isDatabaseOutage } from '#backend/db/outage.ts'
import { columnsOf, insertIfNew, updateRows } from '#backend/db/rows.ts'
import {
  workInParts,
  type InTransaction,
  type MonthProgress,
  type PartOptions,
} from '#backend/jobs/month-parts.ts'
import { planCodes } from '#domain/catalogue/plan.ts'
import { options } from '#domain/catalogue/option.ts'
import { numberFeeKeys } from '#domain/billing/monthly-lines.ts'
import { rateWhileCharged, requireRate } from '#domain/catalogue/price-book.ts'
import { lineKinds } from '#vocabulary/line.ts'
import { optionCodes } from '#vocabulary/option.ts'
import type { BilledMonth } from '../queries/billed-month.ts'
import { closeStatement } from './close-statement.ts'
import { INITIAL_FEE_KEY } from '../queries/initial-bill.ts'

/**
 * Makes the bill of every contract for the month, once whatever happens: run again, two at once or killed half-way, it
 * goes on where it stopped. A contract whose bill cannot be made is noted in `close_failure` and holds up nobody else.
 * @throws MissingRate before anything is written when the price list lacks a monthly price.
 */
export async function closeMonth(
  inTransaction: InTransaction,
  month: BilledMonth,
  options: PartOptions,
): Promise<MonthProgress> {
  requirePrices(month)
  const run = (tx: Db, ids: readonly string[], at: Temporal.Instant) =>
    billOrIsolate(tx, month, ids, at)
  const work = { table: 'month_close', month: month.month, beganBy: month.lastDay, run } as const
  return workInParts(inTransaction, work, options)
}

/** Tries once more what could not be billed, each contract by itself; what succeeds is no failure any more. */
export async function repairFailures(db: Db, month: BilledMonth, now: Temporal.Instant) {
  const failures = await columnsOf(db, 'close_failure', ['contract_id', 'reason'], {
    month: month.month,
    resolved_at: null,
  })
  const tried = []
  for (const { contract_id: contractId, reason } of failures)
    tried.push({ contractId, reason, isRepaired: await repairBill(db, month, contractId, now) })
  return tried
}

/** Tries once more to make the bill of one contract. @returns whether it is made */
export async function repairBill(
  db: Db,
  month: BilledMonth,
  contractId: string,
  now: Temporal.Instant,
) {
  try {
    await db.transaction().execute(async (tx) => {
      await billContracts(tx, month, [contractId], now)
      await updateRows(
        tx,
        'close_failure',
        { contract_id: contractId, month: month.month },
        { resolved_at: now },
      )
    })
    return true
  } catch (err) {
    if (isDatabaseOutage(err)) throw err
    return false
  }
}

/** Bills them together; where that fails, in halves, until the ones that fail are alone and noted. */
async function billOrIsolate(
  tx: Db,
  month: BilledMonth,
  ids: readonly string[],
  at: Temporal.Instant,
): Promise<void> {
  await sql`savepoint chunk`.execute(tx)
  try {
    await billContracts(tx, month, ids, at)
    await sql`release savepoint chunk`.execute(tx)
  } catch (err) {
    if (isDatabaseOutage(err)) throw err
    await sql`rollback to savepoint chunk`.execute(tx)
    const [contractId] = ids
    if (ids.length === 1 && contractId !== undefined)
      return noteFailure(tx, month, contractId, err, at)
    const middle = Math.ceil(ids.length / 2)
    await billOrIsolate(tx, month, ids.slice(0, middle), at)
    await billOrIsolate(tx, month, ids.slice(middle), at)
  }
}

/** Those that have the bill already are left alone. */
async function billContracts(
  tx: Db,
  month: BilledMonth,
  ids: readonly string[],
  at: Temporal.Instant,
) {
  const { rows: dueBills } = await sql<{ id: string }>`
    select due.id from unnest(${ids}::text[]) due(id)
    where not exists (select from bill b where b.contract_id = due.id and b.month = ${month.month})
    order by due.id`.execute(tx)
  if (dueBills.length === 0) return
  await planBySets(tx)
  const open = dueBills.map(({ id }) => id)
  await closeStatement(month, open, at).execute(tx)
}

/**
 * Until the transaction's end: sorting and hashing of a chunk stays in memory, and no set is walked through for each row
 * of another. PostgreSQL takes the sets in between for a few rows, and at a million contracts it chose to: 20 s a chunk
 * for half a second.
 */
export async function planBySets(tx: Db) {
  await sql`select set_config('work_mem', '64MB', true), set_config('enable_nestloop', 'off', true),
    set_config('jit', 'off', true)`.execute(tx)
}

async function noteFailure(
  tx: Db,
  month: BilledMonth,
  contractId: string,
  err: unknown,
  at: Temporal.Instant,
) {
  const reason = err instanceof Error ? err.message : String(err)
  const fact = err instanceof Error && 'detail' in err ? String(err.detail) : ''
  await insertIfNew(tx, 'close_failure', {
    contract_id: contractId,
    month: month.month,
    reason,
    fact,
    failed_at: at,
  })
}

/** Every price by the month that any contract may need, and the tax; traffic and packs were rated when they came. */
function requirePrices({ book, firstDay, lastDay }: BilledMonth) {
  for (const kind of lineKinds) {
    requireRate(book, `share.${kind}`, firstDay)
    for (const code of planCodes) requireRate(book, `plan.${code}.${kind}`, firstDay)
  }
  for (const code of optionCodes) requireRate(book, options[code].priceKey, firstDay)
  for (const key of numberFeeKeys) rateWhileCharged(book, key, lastDay)
  requireRate(book, INITIAL_FEE_KEY, lastDay)
  for (const day of [firstDay, lastDay]) book.taxPercentOn(day)
}
