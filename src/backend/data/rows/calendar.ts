import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { type Instant, isBefore, toTokyoDate } from '#domain/tokyo.ts'

/** The moment up to which every contract was looked at; none before the first look. */
export async function lookedThrough(tx: Db): Promise<Instant | undefined> {
  const row = await tx.selectFrom('calendar_look').select('through').executeTakeFirst()
  return row?.through
}

/** Called in the transaction that queues what was found, so that a killed look begins again. */
export async function moveLookedThrough(tx: Db, through: Instant): Promise<void> {
  await tx
    .insertInto('calendar_look')
    .values({ through })
    .onConflict((conflict) => conflict.column('singleton').doUpdateSet({ through }))
    .execute()
}

/**
 * Whether it is enough to look at contracts that have changed. Days and months begin at midnight: later that day, an
 * unchanged contract has nothing new but buckets that end. After the clock was set back every contract is looked at.
 */
export const isLaterThatDay = (through: Instant | undefined, now: Instant): through is Instant =>
  through !== undefined && !isBefore(now, through) && toTokyoDate(through) === toTokyoDate(now)

/** Notes contracts whose buckets may have changed since the last look, for the next one. */
export async function noteForCalendar(tx: Db, contractIds: readonly string[]): Promise<void> {
  if (contractIds.length === 0) return
  await sql`insert into calendar_note (contract_id) select unnest(${contractIds}::text[])`.execute(
    tx,
  )
}

/** Takes noted contracts, in the order of their ids; notes that are written meanwhile stay. */
export async function takeNotes(tx: Db, limit: number): Promise<readonly string[]> {
  const { rows } = await sql<{ contract_id: string }>`
    delete from calendar_note where ctid = any(array(
      select ctid from calendar_note order by contract_id limit ${limit}))
    returning contract_id`.execute(tx)
  return rows.map((row) => row.contract_id)
}

/** Contracts with a bucket that has ended since. */
export async function bucketsEndedSince(
  tx: Db,
  { through, now, limit }: { through: Instant; now: Instant; limit: number },
): Promise<readonly string[]> {
  const { rows } = await sql<{ contract_id: string }>`
    select contract_id from data_bucket
    where kind <> 'base' and kind <> 'carry' and remaining_bytes > 0
      and expires_at > ${through.toString()} and expires_at <= ${now.toString()}
    limit ${limit}`.execute(tx)
  return rows.map((row) => row.contract_id)
}
