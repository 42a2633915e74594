import { sql } from 'kysely'
import type pg from 'pg'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import { addMonths, startOfDay, startOfMonth, tokyoMonth, type TokyoMonth } from '#domain/tokyo.ts'

/** The tables partitioned by month; `<table>_default` is the net under them. */
type MonthTable = 'call_record' | 'usage_record' | 'data_entry'

/** Partitions known to exist; a restart finds out again. */
const known = new WeakMap<pg.Pool, Set<string>>()

/**
 * Makes the partitions of these months of the Japanese calendar. What had fallen into the default partition meanwhile
 * is moved. One at a time; a second caller finds them made.
 */
export async function ensureMonthPartitions(
  { pool }: DatabaseHandle,
  table: MonthTable,
  months: Iterable<TokyoMonth>,
) {
  const made = known.get(pool) ?? new Set()
  known.set(pool, made)
  const missing = [...new Set(months)].filter((month) => !made.has(nameOf(table, month)))
  if (missing.length === 0) return
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtext($1))`, [`partitions of ${table}`])
    for (const month of missing.toSorted()) await makePartition(client, table, month)
    await client.query('commit')
    for (const month of missing) made.add(nameOf(table, month))
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/** The months that have a partition of their own. */
export async function monthPartitions(db: Db, table: MonthTable): Promise<TokyoMonth[]> {
  const { rows } = await sql<{ month: string }>`
    select replace(right(inhrelid::regclass::text, 7), '_', '-') as month
    from pg_inherits where inhparent = ${table}::regclass
      and inhrelid::regclass::text ~ ('^' || ${table} || '_[0-9]{4}_[0-9]{2}$')`.execute(db)
  return rows.map((row) => tokyoMonth(row.month))
}

/** The tables of which whole months are deleted, each with the function of the tables' owner that drops one (0353, 0380). */
const dropping = { usage_record: 'drop_usage_month', data_entry: 'drop_entry_month' } as const

/**
 * Drops a month with all that is in it and does what goes with it before, in the same transaction. It waits for readers of
 * the table as long as the lock timeout allows, and is otherwise left for the next run.
 */
export async function dropMonth(
  { db, pool }: DatabaseHandle,
  table: keyof typeof dropping,
  month: TokyoMonth,
  before?: (tx: Db) => Promise<void>,
) {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`partitions of ${table}`}))`.execute(tx)
    await before?.(tx)
    await sql`select ${sql.ref(dropping[table])}(${month})`.execute(tx)
  })
  known.get(pool)?.delete(nameOf(table, month))
}

function nameOf(table: MonthTable, month: TokyoMonth) {
  return `${table}_${month.replace('-', '_')}`
}

/** By a function of the tables' owner: the role of the portal's processes owns none (migration 0347). */
async function makePartition(client: pg.PoolClient, table: MonthTable, month: TokyoMonth) {
  const from = startOfDay(startOfMonth(month)).toString()
  const to = startOfDay(startOfMonth(addMonths(month, 1))).toString()
  await client.query('select make_month_partition($1, $2, $3, $4)', [table, month, from, to])
}
