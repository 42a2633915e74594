import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { TokyoDate, TokyoMonth } from '#domain/tokyo.ts'

/** Contracts of one statement, committed together: a fraction of a second, so that progress is reported often. */
const PART_CONTRACTS = 1000

/** Parts that a running service or command works on at once, each in a transaction of its own. */
export const WORKERS = 2

export type MonthProgress = {
  readonly contractsDone: number
  readonly contractsInAll: number
}

/** Runs work in a transaction of its own, or in one that its caller holds. */
export type InTransaction = <Value>(work: (tx: Db) => Promise<Value>) => Promise<Value>

/** What is done once a month for every contract; `<table>` keeps how far it is, `<table>_part` what is left. */
export type MonthWork = {
  readonly table: 'month_close' | 'month_turn'
  readonly month: TokyoMonth
  /** Contracts whose service began by this day. */
  readonly beganBy: TokyoDate
  /** For contracts in the order of their ids; the part is done when its transaction is committed. */
  readonly run: (tx: Db, contractIds: readonly string[], at: Temporal.Instant) => Promise<void>
}

export type PartOptions = {
  readonly now: () => Temporal.Instant
  readonly partContracts?: number | undefined
  /** Above 1 only where each call of `inTransaction` has a connection of its own. */
  readonly workers?: number | undefined
  readonly onProgress?: ((progress: MonthProgress) => void) | undefined
  /** Called after each part with the time it took: a worker for which it answers false leaves the rest to the others. */
  readonly yieldAfter?: ((tookMs: number, worker: number) => Promise<boolean>) | undefined
}

/**
 * Does a month's work for every contract, once whatever happens: run again, two at once or killed half-way, it goes on
 * where it stopped. Each worker takes the next part that nobody else is at (docs/decisions/058).
 */
export async function workInParts(
  inTransaction: InTransaction,
  work: MonthWork,
  { now, partContracts = PART_CONTRACTS, workers = 1, onProgress, yieldAfter }: PartOptions,
): Promise<MonthProgress> {
  const contractsInAll = await inTransaction(async (tx) => {
    await begin(tx, work, now(), partContracts)
    return countContracts(tx, work)
  })
  const workPartByPart = async (worker: number) => {
    for (;;) {
      const began = performance.now()
      const done = await inTransaction((tx) => workOnPart(tx, work, now()))
      onProgress?.({ contractsDone: done.contracts, contractsInAll })
      const goesOn = async () => (await yieldAfter?.(performance.now() - began, worker)) ?? true
      if (done.finished || !(await goesOn())) return done.contracts
    }
  }
  const ends = await Promise.allSettled(
    Array.from({ length: workers }, (_, worker) => workPartByPart(worker)),
  )
  const contractsDone = ends.map((end) => {
    if (end.status === 'rejected') throw end.reason
    return end.value
  })
  return { contractsDone: Math.max(...contractsDone), contractsInAll }
}

const partsOf = ({ table }: MonthWork) => sql.table(`${table}_part`)

/** Writes down the parts, once: who comes later finds them. */
async function begin(tx: Db, work: MonthWork, at: Temporal.Instant, partContracts: number) {
  const { table, month, beganBy } = work
  const begun = await tx
    .insertInto(table)
    .values({ month, began_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('month')
    .executeTakeFirst()
  if (begun === undefined) return
  await sql`
    insert into ${partsOf(work)} (month, from_id, until_id)
    select ${month}, case when n = 1 then '' else contract_id end, lead(contract_id) over (order by contract_id)
    from (select contract_id, row_number() over (order by contract_id) as n from contract
      where started_on <= ${beganBy}) ordered
    where n % ${partContracts}::integer = 1 % ${partContracts}::integer`.execute(tx)
}

/** Does a part that nobody else is at; where there is none, waits for those under way and finishes the month. */
async function workOnPart(tx: Db, work: MonthWork, at: Temporal.Instant) {
  const part = (await takePart(tx, work, sql`skip locked`)) ?? (await takePart(tx, work))
  const ids = part === undefined ? [] : await contractsOf(tx, work, part)
  if (ids.length > 0) await work.run(tx, ids, at)
  // Written last: another worker that waits for this row has nothing left to do but to commit.
  const { contracts } = await tx
    .updateTable(work.table)
    .set(({ eb }) => ({
      contracts_done: eb('contracts_done', '+', ids.length),
      ...(part === undefined && { finished_at: eb.fn.coalesce('finished_at', eb.val(at)) }),
    }))
    .where('month', '=', work.month)
    .returning('contracts_done as contracts')
    .executeTakeFirstOrThrow()
  return { contracts, finished: part === undefined }
}

type Part = { from_id: string; until_id: string | null }

/** Taken and done in one transaction: a part whose worker is killed is there again. */
async function takePart(tx: Db, work: MonthWork, whatIsLocked = sql``) {
  const { rows } = await sql<Part>`
    delete from ${partsOf(work)} where month = ${work.month} and from_id = (
      select from_id from ${partsOf(work)} where month = ${work.month}
      order by from_id limit 1 for update ${whatIsLocked})
    returning from_id, until_id`.execute(tx)
  return rows[0]
}

async function contractsOf(tx: Db, { beganBy }: MonthWork, { from_id, until_id }: Part) {
  const contracts = await tx
    .selectFrom('contract')
    .select('contract_id')
    .where('contract_id', '>=', from_id)
    .$if(until_id !== null, (query) => query.where('contract_id', '<', until_id ?? ''))
    .where('started_on', '<=', beganBy)
    .orderBy('contract_id')
    .execute()
  return contracts.map(({ contract_id }) => contract_id)
}

async function countContracts(db: Db, { beganBy }: MonthWork) {
  const { count } = await db
    .selectFrom('contract')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('started_on', '<=', beganBy)
    .executeTakeFirstOrThrow()
  return count
}

/** Whether nothing is left of a month's work. */
export async function isFinished(db: Db, { table, month }: Pick<MonthWork, 'table' | 'month'>) {
  const row = await db
    .selectFrom(table)
    .select('finished_at')
    .where('month', '=', month)
    .executeTakeFirst()
  return row !== undefined && row.finished_at !== null
}
