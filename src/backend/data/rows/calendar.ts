import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { type Instant, isBefore, toTokyoDate } from '#domain/tokyo.ts'

/** The moment up to which every contract was looked at; none before the first look. */
export async function lookedThrough(tx: Db): Promise<Instant | undefined> {
  const row = await tx.selectFrom('calendar_look').select('through').executeTakeFirst()
  return row?.through
}

/** In the transaction that noted what was found: killed half-way, a look begins again. */
export async function moveLookedThrough(tx: Db, through: Instant): Promise<void> {
  await tx
    .insertInto('calendar_look')
    .values({ through })
    .onConflict((conflict) => conflict.column('singleton').doUpdateSet({ through }))
    .execute()
}

/**
 * Whether only what has changed is to be looked at. Days and months turn at midnight, so that within a day a contract that
 * is as it was has nothing new but buckets that end. With the clock set back, what was found before waits for a moment to
 * come: everything is looked at.
 */
export const isLaterThatDay = (through: Instant | undefined, now: Instant): through is Instant =>
  through !== undefined && !isBefore(now, through) && toTokyoDate(through) === toTokyoDate(now)

/** Notes contracts whose buckets may be others than those that the last look saw; the next one looks at them. */
export async function noteForCalendar(tx: Db, contractIds: readonly string[]): Promise<void> {
  if (contractIds.length === 0) return
  await sql`insert into calendar_note (contract_id) select unnest(${contractIds}::text[])`.execute(
    tx,
  )
}

/** Contracts that have changed, in the order of their ids; what is noted while they are looked at stays noted. */
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
