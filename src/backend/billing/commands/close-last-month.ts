import type { AreaDeps } from '#backend/area.ts'
import { WORKERS, isFinished } from '#backend/jobs/month-parts.ts'
import { addMonths, isBefore, toTokyoMonth, type Instant } from '#domain/tokyo.ts'
import { billedMonth } from '../queries/billed-month.ts'
import { closeMonth } from '../bulk/close-month.ts'

/**
 * Closes the month before once its records are in (06:00 of the 1st). Looked at every hour: a worker that was down
 * then does it at its next round, and one that was killed half-way goes on.
 */
export async function closeLastMonth(
  { database, log, book }: Pick<AreaDeps, 'database' | 'log' | 'book'>,
  now: Instant,
): Promise<void> {
  const month = billedMonth(addMonths(toTokyoMonth(now), -1), book)
  if (isBefore(now, month.recordsUntil)) return
  if (await isFinished(database.db, { table: 'month_close', month: month.month })) return
  const done = await closeMonth((work) => database.db.transaction().execute(work), month, {
    now: () => now,
    workers: WORKERS,
    onProgress: (progress) => log.info({ month: month.month, ...progress }, 'month close'),
  })
  log.info({ month: month.month, ...done }, 'month closed')
}
