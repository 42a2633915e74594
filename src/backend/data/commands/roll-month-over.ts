import { sql } from 'kysely'
import { z } from 'zod'
import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { type InTransaction, isFinished, WORKERS } from '#backend/jobs/month-parts.ts'
import { defineJob } from '#backend/jobs/queue.ts'
import { createPace } from '#backend/jobs/work-beside-members.ts'
import { type Instant, toTokyoMonth } from '#domain/tokyo.ts'
import { rollOverInParts } from '../bulk/roll-over-parts.ts'

type Deps = Pick<AreaDeps, 'database' | 'queue' | 'log'>

export const rolloverJob = defineJob({
  // As the version before names it, which may run beside this one.
  name: 'turn-month',
  payload: z.object({ now: z.iso.datetime({ offset: true }) }),
  retryLimit: 0,
  retryDelaySeconds: 0,
})

/**
 * Rolls the month over for every contract in service, some hundred a transaction: queued records of the old month are
 * charged first. While members use the portal it pauses half of the time. It runs every hour until the month is done: a
 * killed run goes on, and a free worker helps. Contracts that are not usual or locked by others are left to
 * `lookAtCalendar`, which follows.
 */
export async function rollMonthOver({ database, queue, log }: Deps, now: Instant, isHelp = false) {
  const month = toTokyoMonth(now)
  if (await isFinished(database.db, { table: 'month_turn', month })) return
  if (!isHelp && (await isLarge(database.db)))
    await queue.send(database.db, rolloverJob, { now: now.toString() })
  const inTransaction: InTransaction = (work) => database.db.transaction().execute(work)
  await rollOverInParts(inTransaction, queue, month, {
    now: () => now,
    workers: WORKERS,
    pace: createPace({ isHelp }),
    onProgress: (progress) => log.info({ month, ...progress }, 'month turn'),
  })
}

/** More contracts than this are worth a second worker. */
const CONTRACTS_ALONE = 10_000

async function isLarge(db: Db) {
  const { rows } = await sql`select from contract offset ${CONTRACTS_ALONE} limit 1`.execute(db)
  return rows.length > 0
}
