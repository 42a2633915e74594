import { sql } from 'kysely'
import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { dropMonth, monthPartitions } from '#backend/db/month-partitions.ts'
import { hourlyKeptFrom } from '#domain/data/kept-records.ts'
import {
  addMonths,
  startOfDay,
  startOfMonth,
  type Instant,
  type TokyoMonth,
} from '#domain/tokyo.ts'
import { placeOpenings } from '../ledger/place-openings.ts'
import { contractsInRounds } from './contracts-in-rounds.ts'
import { makeEntryMonths, rollUpEntries } from './roll-up-entries.ts'
import { noteUsageLetGo } from './let-go.ts'
import { writeDays } from './write-days.ts'

type Deps = Pick<AreaDeps, 'database' | 'log'>

/**
 * Rolls up the months of records that are older than what is shown hour by hour: their days stay, their partitions are
 * dropped (docs/decisions/070). A month goes only if every day is the sum of its records, and after every ledger has an
 * opening at its end, so that no replay asks for the records again. Then entries of what ended before go too. Run again,
 * it goes on where it stopped.
 */
export async function rollUpUsage(deps: Deps, now: Instant): Promise<void> {
  await writeDays((work) => deps.database.db.transaction().execute(work), now)
  await makeEntryMonths(deps, now)
  await rollUpRecords(deps, now)
  const letGo = await deps.database.db
    .selectFrom('usage_let_go')
    .select('before')
    .executeTakeFirst()
  if (letGo !== undefined) await rollUpEntries(deps, letGo.before)
}

async function rollUpRecords({ database, log }: Deps, now: Instant): Promise<void> {
  const keptFrom = hourlyKeptFrom(now)
  const old = (await monthPartitions(database.db, 'usage_record')).filter(
    (month) => startOfMonth(month) < keptFrom,
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
      database.db.transaction().execute((tx) => placeOpenings(tx, ids, end)),
    )
    await dropMonth(database, 'usage_record', month, (tx) => noteUsageLetGo(tx, end))
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
