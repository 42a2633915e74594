import type pg from 'pg'
import type { DatabaseHandle } from '#backend/db/connect.ts'
import { addMonths, startOfDay, startOfMonth, type TokyoMonth } from '#domain/tokyo.ts'

/** A table partitioned by month of a timestamptz column, with `<table>_default` as a net. */
export type MonthTable = { table: 'call_record'; column: 'started_at' }

/** Partitions known to exist; a restart finds out again. */
const known = new WeakMap<pg.Pool, Set<string>>()

/**
 * Makes the partitions of these months of the Japanese calendar. What had fallen into the default partition meanwhile
 * is moved. One at a time; a second caller finds them made.
 */
export async function ensureMonthPartitions(
  { pool }: DatabaseHandle,
  of: MonthTable,
  months: Iterable<TokyoMonth>,
) {
  const made = known.get(pool) ?? new Set()
  known.set(pool, made)
  const missing = [...new Set(months)].filter((month) => !made.has(nameOf(of, month)))
  if (missing.length === 0) return
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtext($1))`, [`partitions of ${of.table}`])
    for (const month of missing.toSorted()) await makePartition(client, of, month)
    await client.query('commit')
    for (const month of missing) made.add(nameOf(of, month))
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

function nameOf({ table }: MonthTable, month: TokyoMonth) {
  return `${table}_${month.replace('-', '_')}`
}

async function makePartition(client: pg.PoolClient, of: MonthTable, month: TokyoMonth) {
  const { table, column } = of
  const name = nameOf(of, month)
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
