import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { InTransaction } from '#backend/jobs/month-parts.ts'
import { addDays, type Instant, type TokyoDate, toTokyoDate } from '#domain/tokyo.ts'
import { planAsUsual, planByKeys } from './plan-for-sets.ts'

/** Contracts of one statement: with a day's records each it takes a tenth of a second. */
const CONTRACTS_A_ROUND = 1000

/**
 * Writes the sums of the days before yesterday, each once. Today and yesterday, to which most late records belong, are
 * summed from their records when they are read (`usage_by_day`). Each part has a transaction that excludes imports. A run
 * that was killed begins again; until all parts are written, readers sum the records.
 */
export async function writeDays(
  inTransaction: InTransaction,
  now: Instant,
  contractsARound = CONTRACTS_A_ROUND,
): Promise<void> {
  const end = addDays(toTokyoDate(now), -1)
  // From here on an import adds late records to these days.
  const { rows } = await inTransaction((tx) =>
    sql`update usage_day_end set writing = greatest(writing, ${end}) where before < ${end} returning 1`.execute(
      tx,
    ),
  )
  if (rows.length === 0) return
  for (let after = ''; ;) {
    const round = { after, limit: contractsARound }
    const last = await inTransaction((tx) => writePart(tx, end, round, now))
    if (last === undefined) break
    after = last
  }
  await inTransaction((tx) =>
    sql`update usage_day_end set before = greatest(before, ${end})`.execute(tx),
  )
}

/** @returns the last contract of the part; undefined where there are no more. */
async function writePart(
  tx: Db,
  end: TokyoDate,
  { after, limit }: { after: string; limit: number },
  now: Instant,
): Promise<string | undefined> {
  await sql`select from usage_day_end for update`.execute(tx)
  const { rows } = await sql<{ contract_id: string }>`
    select contract_id from contract where contract_id > ${after}
    order by contract_id limit ${limit}`.execute(tx)
  const ids = rows.map((row) => row.contract_id)
  // The planner has no statistics of a month that has just begun and would read the whole of it for each part.
  await planByKeys(tx)
  await sql`
    insert into usage_day (contract_id, line_id, day, high_bytes, low_bytes, as_of)
    select contract_id, line_id, (from_at at time zone 'Asia/Tokyo')::date, sum(high_bytes),
      sum(low_bytes), ${now.toString()}::timestamptz
    from usage_record
    where contract_id = any(${ids}) and from_at < ${end}::date::timestamp at time zone 'Asia/Tokyo'
      and from_at >= (select before::timestamp at time zone 'Asia/Tokyo' from usage_day_end)
    group by 1, 2, 3
    on conflict (contract_id, line_id, day) do update set high_bytes = excluded.high_bytes,
      low_bytes = excluded.low_bytes, as_of = excluded.as_of`.execute(tx)
  await planAsUsual(tx)
  return ids.at(-1)
}
