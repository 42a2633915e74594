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
  name: 'turn-month',
  payload: z.object({ now: z.iso.datetime({ offset: true }) }),
  retryLimit: 0,
  retryDelaySeconds: 0,
})

/**
 * Turns the month of every contract in service, some hundred a transaction: what came in of the old month is charged, then
 * the month turns. Beside members it works half of the time, and alone. Looked at every hour: a worker that was killed half-way goes on, and whichever worker is free helps. A
 * contract that is not usual, or that somebody else is at, is left to the look at the calendar, which comes after it.
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
