import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#backend/db/connect.ts'

const ROWS_A_ROUND = 1000

const daysBefore = (now: Temporal.Instant, days: number) => now.subtract({ hours: 24 * days })

/** Logins last by a clock of their own, which the demo does not move. */
type Clocks = { now: Temporal.Instant; loginNow: Temporal.Instant }

/** What is of use for a time only, and which rows are past it. Reasons: docs/decisions 015 and 019. */
const pastUse: Readonly<Record<string, (clocks: Clocks) => RawBuilder<boolean>>> = {
  idempotency_key: ({ now }) => sql`created_at < ${daysBefore(now, 30)}`,
  login_attempt: ({ loginNow }) => sql`created_at < ${daysBefore(loginNow, 1)}`,
  // They are the login history too.
  session: ({ loginNow }) => sql`expires_at < ${daysBefore(loginNow, 180)}`,
  one_stop_handoff: ({ now }) => sql`order_no is null and expires_at < ${daysBefore(now, 1)}`,
  // Their words are empty once sent; that they were sent is of use for questions only.
  contact_message: ({ now }) => sql`queued_at < ${daysBefore(now, 30)}`,
  partner_link_attempt: ({ now }) => sql`begun_at < ${daysBefore(now, 1)}`,
  card_update: ({ now }) => sql`begun_at < ${daysBefore(now, 1)}`,
  // Counted by the machines' clock, which nobody moves.
  request_count: () => sql`expire < extract(epoch from clock_timestamp()) * 1000`,
}

/** Deletes in rounds, so that none locks much for long. */
export async function forgetOldRows(db: Db, clocks: Clocks): Promise<void> {
  for (const [table, isPast] of Object.entries(pastUse)) {
    const name = sql.table(table)
    const old = sql`select ctid from ${name} where ${isPast(clocks)} limit ${ROWS_A_ROUND}`
    for (;;) {
      const { numAffectedRows } =
        await sql`delete from ${name} where ctid = any (array(${old}))`.execute(db)
      if ((numAffectedRows ?? 0n) < ROWS_A_ROUND) break
    }
  }
}
