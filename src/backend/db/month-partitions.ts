import type pg from 'pg'
import type { DatabaseHandle } from '#backend/db/connect.ts'
import { addMonths, startOfDay, startOfMonth, type TokyoMonth } from '#domain/tokyo.ts'

/** The tables partitioned by month, by which timestamptz column; `<table>_default` is the net under them. */
const monthTables = {
  call_record: 'started_at',
  usage_record: 'from_at',
} as const
type MonthTable = keyof typeof monthTables

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

function nameOf(table: MonthTable, month: TokyoMonth) {
  return `${table}_${month.replace('-', '_')}`
}

async function makePartition(client: pg.PoolClient, table: MonthTable, month: TokyoMonth) {
  const column = monthTables[table]
  const name = nameOf(table, month)
  const { rows } = await client.query('select to_regclass($1) is not null as made', [name])
  if (rows[0]?.made === true) return
  const from = startOfDay(startOfMonth(month)).toString()
  const to = startOfDay(startOfMonth(addMonths(month, 1))).toString()
  await client.query(`create table ${name} (like ${table} including all)`)
  await client.query(
    `with moved as (delete from ${table}_default where ${column} >= $1 and ${column} < $2 returning *)
     insert into ${name} select * from moved`,
    [from, to],
  )
  await client.query(
    `alter table ${table} attach partition ${name} for values from ('${from}') to ('${to}')`,
  )
}
