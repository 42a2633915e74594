import type pg from 'pg'
import type { DatabaseHandle } from '#backend/db/connect.ts'
import { addMonths, startOfDay, startOfMonth, type TokyoMonth } from '#domain/tokyo.ts'

/** Months known to have their partition; a restart finds out again. */
const known = new WeakMap<pg.Pool, Set<TokyoMonth>>()

/**
 * Makes the partitions of usage_record for these months of the Japanese calendar. What had fallen into the default
 * partition meanwhile is moved. One at a time; a second caller finds them made.
 */
export async function ensurePartitions({ pool }: DatabaseHandle, months: Iterable<TokyoMonth>) {
  const made = known.get(pool) ?? new Set()
  known.set(pool, made)
  const missing = [...new Set(months)].filter((month) => !made.has(month))
  if (missing.length === 0) return
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtext('usage partitions'))`)
    for (const month of missing.toSorted()) await makePartition(client, month)
    await client.query('commit')
    for (const month of missing) made.add(month)
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

async function makePartition(client: pg.PoolClient, month: TokyoMonth) {
  const name = `usage_record_${month.replace('-', '_')}`
  const { rows } = await client.query('select to_regclass($1) is not null as made', [name])
  if (rows[0]?.made === true) return
  const from = startOfDay(startOfMonth(month)).toString()
  const to = startOfDay(startOfMonth(addMonths(month, 1))).toString()
  await client.query(`create table ${name} (like usage_record including all)`)
  await client.query(
    `with moved as (delete from usage_record_default where from_at >= $1 and from_at < $2 returning *)
     insert into ${name} select * from moved`,
    [from, to],
  )
  await client.query(
    `alter table usage_record attach partition ${name} for values from ('${from}') to ('${to}')`,
  )
}
