import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { isDatabaseOutage } from '#backend/db/outage.ts'
import { planCodes } from '#domain/catalogue/plan.ts'
import { options } from '#domain/catalogue/option.ts'
import { numberFeeKeys } from '#domain/billing/monthly-lines.ts'
import { rateWhileCharged, requireRate } from '#domain/catalogue/price-book.ts'
import { lineKinds } from '#vocabulary/line.ts'
import { optionCodes } from '#vocabulary/option.ts'
import type { BilledMonth } from './billed-month.ts'
import { closeStatement } from './close-statement.ts'
import { INITIAL_FEE_KEY } from './initial-bill.ts'

/** Contracts billed by one statement and committed together: a fraction of a second, so that progress is told often. */
const PART_CONTRACTS = 1000

/** Parts that a running service or command bills at once, each in a transaction of its own. */
export const CLOSERS = 2

export type CloseProgress = {
  readonly contractsDone: number
  readonly contractsInAll: number
}

/** Runs work in a transaction of its own, or in one that its caller holds. */
type InTransaction = <Value>(work: (tx: Db) => Promise<Value>) => Promise<Value>

type Options = {
  readonly now: () => Temporal.Instant
  readonly partContracts?: number
  /** Above 1 only where each call of `inTransaction` has a connection of its own. */
  readonly closers?: number
  readonly onProgress?: (progress: CloseProgress) => void
}

/**
 * Makes the bill of every contract for the month, once whatever happens: run again, two at once or killed half-way, it
 * goes on where it stopped. A contract whose bill cannot be made is noted in `close_failure` and holds up nobody else.
 * @throws MissingRate before anything is written when the price list lacks a monthly price.
 */
export async function closeMonth(
  inTransaction: InTransaction,
  month: BilledMonth,
  { now, partContracts = PART_CONTRACTS, closers = 1, onProgress }: Options,
): Promise<CloseProgress> {
  requirePrices(month)
  const contractsInAll = await inTransaction(async (tx) => {
    await beginClose(tx, month, now(), partContracts)
    return countContracts(tx, month)
  })
  const closePartByPart = async () => {
    for (;;) {
      const done = await inTransaction((tx) => closePart(tx, month, now()))
      onProgress?.({ contractsDone: done.contracts, contractsInAll })
      if (done.finished) return done.contracts
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: closers }, closePartByPart))
  const contractsDone = ends.map((end) => {
    if (end.status === 'rejected') throw end.reason
    return end.value
  })
  return { contractsDone: Math.max(...contractsDone), contractsInAll }
}

/** Writes down the parts of the close, once: who comes later finds them. */
async function beginClose(tx: Db, month: BilledMonth, at: Temporal.Instant, partContracts: number) {
  const begun = await tx
    .insertInto('month_close')
    .values({ month: month.month, began_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('month')
    .executeTakeFirst()
  if (begun === undefined) return
  await sql`
    insert into month_close_part (month, from_id, until_id)
    select ${month.month}, case when n = 1 then '' else contract_id end, lead(contract_id) over (order by contract_id)
    from (select contract_id, row_number() over (order by contract_id) as n from contract
      where started_on <= ${month.lastDay}) ordered
    where n % ${partContracts}::integer = 1 % ${partContracts}::integer`.execute(tx)
}

/** Tries once more what could not be billed, each contract by itself; what succeeds is no failure any more. */
export async function repairFailures(db: Db, month: BilledMonth, now: Temporal.Instant) {
  const failures = await db
    .selectFrom('close_failure')
    .select(['contract_id', 'reason'])
    .where('month', '=', month.month)
    .where('resolved_at', 'is', null)
    .execute()
  const tried = []
  for (const { contract_id: contractId, reason } of failures)
    tried.push({ contractId, reason, isRepaired: await repairBill(db, month, contractId, now) })
  return tried
}

async function repairBill(db: Db, month: BilledMonth, contractId: string, now: Temporal.Instant) {
  try {
    await db.transaction().execute(async (tx) => {
      await billContracts(tx, month, [contractId], now)
      await tx
        .updateTable('close_failure')
        .set({ resolved_at: now })
        .where('contract_id', '=', contractId)
        .where('month', '=', month.month)
        .execute()
    })
    return true
  } catch (err) {
    if (isDatabaseOutage(err)) throw err
    return false
  }
}

/** Bills a part that nobody else is at; where there is none, waits for those under way and finishes the close. */
async function closePart(tx: Db, month: BilledMonth, at: Temporal.Instant) {
  const part = (await takePart(tx, month, sql`skip locked`)) ?? (await takePart(tx, month))
  const ids = part === undefined ? [] : await contractsOf(tx, month, part)
  await billOrIsolate(tx, month, ids, at)
  // Written last: another closer that waits for this row has nothing left to do but to commit.
  const { contracts } = await tx
    .updateTable('month_close')
    .set(({ eb }) => ({
      contracts_done: eb('contracts_done', '+', ids.length),
      ...(part === undefined && { finished_at: eb.fn.coalesce('finished_at', eb.val(at)) }),
    }))
    .where('month', '=', month.month)
    .returning('contracts_done as contracts')
    .executeTakeFirstOrThrow()
  return { contracts, finished: part === undefined }
}

type Part = { from_id: string; until_id: string | null }

/** Taken and done in one transaction: a part whose closer is killed is there again. */
async function takePart(tx: Db, month: BilledMonth, whatIsLocked = sql``) {
  const { rows } = await sql<Part>`
    delete from month_close_part where month = ${month.month} and from_id = (
      select from_id from month_close_part where month = ${month.month}
      order by from_id limit 1 for update ${whatIsLocked})
    returning from_id, until_id`.execute(tx)
  return rows[0]
}

async function contractsOf(tx: Db, { lastDay }: BilledMonth, { from_id, until_id }: Part) {
  const contracts = await tx
    .selectFrom('contract')
    .select('contract_id')
    .where('contract_id', '>=', from_id)
    .$if(until_id !== null, (query) => query.where('contract_id', '<', until_id ?? ''))
    .where('started_on', '<=', lastDay)
    .orderBy('contract_id')
    .execute()
  return contracts.map(({ contract_id }) => contract_id)
}

/** Bills them together; where that fails, in halves, until the ones that fail are alone and noted. */
async function billOrIsolate(
  tx: Db,
  month: BilledMonth,
  ids: readonly string[],
  at: Temporal.Instant,
): Promise<void> {
  if (ids.length === 0) return
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
  const { rows: due } = await sql<{ id: string }>`
    select due.id from unnest(${ids}::text[]) due(id)
    where not exists (select from bill b where b.contract_id = due.id and b.month = ${month.month})
    order by due.id`.execute(tx)
  if (due.length === 0) return
  await planBySets(tx)
  const open = due.map(({ id }) => id)
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
  await tx
    .insertInto('close_failure')
    .values({ contract_id: contractId, month: month.month, reason, fact, failed_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function countContracts(db: Db, month: BilledMonth) {
  const { count } = await db
    .selectFrom('contract')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('started_on', '<=', month.lastDay)
    .executeTakeFirstOrThrow()
  return count
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
