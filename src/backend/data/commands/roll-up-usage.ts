import { type RawBuilder, sql } from 'kysely'
import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { inRounds, type Round } from '#backend/db/in-rounds.ts'
import { dropMonth, ensureMonthPartitions, monthPartitions } from '#backend/db/month-partitions.ts'
import { hourlyFrom } from '#domain/data/usage-record.ts'
import {
  addMonths,
  type Instant,
  startOfDay,
  startOfMonth,
  type TokyoMonth,
  tokyoMonth,
  toTokyoMonth,
} from '#domain/tokyo.ts'
import { writeDays } from '../bulk/write-days.ts'
import { ensureSnapshots } from './ensure-snapshots.ts'

type Deps = Pick<AreaDeps, 'database' | 'log'>

/**
 * Deletes the records of months that are no longer shown hour by hour; their days stay (docs/decisions/070). A month's
 * partition is dropped only if every day is the sum of its records and every ledger has a snapshot at the month's end,
 * so that no replay reads the records again. Then the entries of buckets that ended before are deleted. Run again, it
 * goes on where it stopped.
 */
export async function rollUpUsage(deps: Deps, now: Instant): Promise<void> {
  await writeDays((work) => deps.database.db.transaction().execute(work), now)
  await makeEntryMonths(deps, now)
  await rollUpRecords(deps, now)
  const deleted = await deps.database.db
    .selectFrom('usage_let_go')
    .select('before')
    .executeTakeFirst()
  if (deleted !== undefined) await rollUpEntries(deps, deleted.before)
}

async function rollUpRecords({ database, log }: Deps, now: Instant): Promise<void> {
  const hourlyStart = hourlyFrom(now)
  const old = (await monthPartitions(database.db, 'usage_record')).filter(
    (month) => startOfMonth(month) < hourlyStart,
  )
  for (const month of old.toSorted()) {
    const end = startOfDay(startOfMonth(addMonths(month, 1)))
    const differing = await eachRound(database.db, month, (ids) =>
      daysUnlikeRecords(database.db, month, ids),
    )
    if (differing > 0) {
      log.error({ month, days: differing }, 'records not rolled up: days differ from their sum')
      return
    }
    await eachRound(database.db, month, (ids) =>
      database.db.transaction().execute((tx) => ensureSnapshots(tx, ids, end)),
    )
    await dropMonth(database, 'usage_record', month, (tx) => noteUsageDeleted(tx, end))
    log.info({ month }, 'records rolled up')
  }
}

/** Contracts with records of the month; what each round found, added up. */
async function eachRound(
  db: Db,
  month: TokyoMonth,
  work: (contractIds: readonly string[]) => Promise<number>,
): Promise<number> {
  const hasRecords = sql`exists (
    select from usage_record u where u.contract_id = c.contract_id and ${ofMonth(month)})`
  let found = 0
  await contractsInRounds(db, hasRecords, async (ids) => {
    found += await work(ids)
  })
  return found
}

const ofMonth = (month: TokyoMonth) => {
  const [from, to] = [month, addMonths(month, 1)].map((one) =>
    startOfDay(startOfMonth(one)).toString(),
  )
  return sql`u.from_at >= ${from} and u.from_at < ${to}`
}

async function daysUnlikeRecords(
  db: Db,
  month: TokyoMonth,
  ids: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    select count(*)::integer as days from (
      select contract_id, line_id, (from_at at time zone 'Asia/Tokyo')::date as day,
        sum(high_bytes) as high, sum(low_bytes) as low, sum(uncovered_bytes) as uncovered
      from usage_record u where u.contract_id = any(${ids}) and ${ofMonth(month)}
      group by 1, 2, 3) r
    left join usage_day d using (contract_id, line_id, day)
    left join usage_uncovered n using (contract_id, line_id, day)
    where (d.high_bytes, d.low_bytes, coalesce(n.uncovered_bytes, 0))
      is distinct from (r.high, r.low, r.uncovered)`.execute(db)
  return rows[0]?.days ?? 0
}

/** A base ends with the next month, a pack after three: partitions are made for the months in which they end. */
const MONTHS_AHEAD = 4

/** Makes partitions for the months in which buckets end from now on, and for entries that lie in the default partition. */
async function makeEntryMonths({ database }: Pick<Deps, 'database'>, now: Instant) {
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
 * Drops the entries of buckets that ended in rolled-up months, and then the buckets that nothing else names
 * (docs/decisions/070). Entries are partitioned by the month in which their bucket ends, a base and its carry-over in the
 * same: the rest balances. A ledger whose snapshot names such a bucket gets a later one. A run that was stopped goes on
 * the next night; buckets that it left without entries are deleted with the next month.
 */
async function rollUpEntries({ database, log }: Deps, before: Instant): Promise<void> {
  const old = (await monthPartitions(database.db, 'data_entry')).filter(
    (month) => Temporal.Instant.compare(endOf(month), before) <= 0,
  )
  if (old.length === 0) return
  await snapshotAllBefore(database.db, before)
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

/** Packs and presents stay: receipts name them. */
const isGone = (before: Instant) =>
  sql<boolean>`b.expires_at < ${before.toString()} and b.kind in ('base', 'carry')`

/** Gives every ledger with an older snapshot one at this moment: no replay begins before it any more. */
const snapshotAllBefore = (db: Db, before: Instant) =>
  contractsInRounds(
    db,
    sql`exists (select from data_opening o
      where o.contract_id = c.contract_id and o.at < ${before.toString()})`,
    (ids) => db.transaction().execute((tx) => ensureSnapshots(tx, ids, before)),
  )

/** Contracts of one statement: a line has up to 744 records a month. */
const CONTRACTS_A_ROUND = 500

/** Calls `work` for the contracts `c` that meet the condition, in the order of their ids. */
async function contractsInRounds(
  db: Db,
  isSo: RawBuilder<unknown>,
  work: (contractIds: readonly string[]) => Promise<unknown>,
): Promise<void> {
  const read = async ({ after, limit }: Round) => {
    const { rows } = await sql<{ contract_id: string }>`
      select contract_id from contract c where contract_id > ${after} and ${isSo}
      order by contract_id limit ${limit}`.execute(db)
    return rows.map((row) => row.contract_id)
  }
  for await (const ids of inRounds(CONTRACTS_A_ROUND, read, (id) => id)) await work(ids)
}

/**
 * Notes that records of usage before this moment are deleted: the import, and the laws that compare with records, begin
 * there from now on. Entries of the ledger are stored longer than records.
 */
export async function noteUsageDeleted(tx: Db, before: Instant): Promise<void> {
  await sql`
    insert into usage_let_go as u (before) values (${before.toString()})
    on conflict (singleton) do update set before = greatest(u.before, excluded.before)`.execute(tx)
}
