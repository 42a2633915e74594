import { sql } from 'kysely'
import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { dropMonth, ensureMonthPartitions, monthPartitions } from '#backend/db/month-partitions.ts'
import {
  addMonths,
  startOfDay,
  startOfMonth,
  toTokyoMonth,
  tokyoMonth,
  type Instant,
  type TokyoMonth,
} from '#domain/tokyo.ts'
import { placeOpenings } from '../ledger/place-openings.ts'
import { contractsInRounds } from './contracts-in-rounds.ts'

type Deps = Pick<AreaDeps, 'database' | 'log'>

/** A base ends with the next month, a pack after three: their entries find a month that is made. */
const MONTHS_AHEAD = 4

/** The months in which buckets end from now on, and those of what has no month of its own yet. */
export async function makeEntryMonths({ database }: Pick<Deps, 'database'>, now: Instant) {
  const { rows } = await sql<{ month: string }>`
    select distinct to_char(ends_at at time zone 'Asia/Tokyo', 'YYYY-MM') as month
    from data_entry_default`.execute(database.db)
  const present = toTokyoMonth(now)
  await ensureMonthPartitions(database, 'data_entry', [
    ...Array.from({ length: MONTHS_AHEAD + 1 }, (_, n) => addMonths(present, n)),
    ...rows.map((row) => tokyoMonth(row.month)),
  ])
}

/**
 * Drops the entries of buckets that ended in months whose records are rolled up, and then those buckets that nothing else
 * names (docs/decisions/070). Entries lie by the month in which their bucket ends, a base and its carry-over in the same:
 * what is left balances. A ledger that remembers such a bucket gets an opening that does not. Broken off,
 * it goes on the next night; buckets without entries that were left by then go with the next month.
 */
export async function rollUpEntries({ database, log }: Deps, before: Instant): Promise<void> {
  const old = (await monthPartitions(database.db, 'data_entry')).filter(
    (month) => Temporal.Instant.compare(endOf(month), before) <= 0,
  )
  if (old.length === 0) return
  await forgetOlder(database.db, before)
  for (const month of old.toSorted()) {
    await dropMonth(database, 'data_entry', month)
    log.info({ month }, 'entries rolled up')
  }
  await contractsInRounds(
    database.db,
    sql`exists (select from data_bucket b where b.contract_id = c.contract_id and ${isGone(before)})`,
    (ids) =>
      sql`delete from data_bucket b where b.contract_id = any(${ids}) and ${isGone(before)}`.execute(
        database.db,
      ),
  )
}

const endOf = (month: TokyoMonth) => startOfDay(startOfMonth(addMonths(month, 1)))

/** What was bought or given is named by its receipt. */
const isGone = (before: Instant) =>
  sql<boolean>`b.expires_at < ${before.toString()} and b.kind in ('base', 'carry')`

/** No ledger is replayed from before this moment any more. */
const forgetOlder = (db: Db, before: Instant) =>
  contractsInRounds(
    db,
    sql`exists (select from data_opening o
      where o.contract_id = c.contract_id and o.at < ${before.toString()})`,
    (ids) => db.transaction().execute((tx) => placeOpenings(tx, ids, before)),
  )
