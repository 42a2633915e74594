import type { AreaDeps } from '#backend/area.ts'
import { addMonths, isBefore, toTokyoMonth, type Instant } from '#domain/tokyo.ts'
import { billedMonth } from './billed-month.ts'
import { CLOSERS, closeMonth } from './month-close.ts'

/**
 * Closes the month before once its records are in (06:00 of the 1st). Looked at every hour: a worker that was down
 * then does it at its next round, and one that was killed half-way goes on.
 */
export function createCloseSweep({
  database,
  log,
  book,
}: Pick<AreaDeps, 'database' | 'log' | 'book'>) {
  return async function closeLastMonth(now: Instant): Promise<void> {
    const month = billedMonth(addMonths(toTokyoMonth(now), -1), book)
    if (isBefore(now, month.recordsUntil)) return
    const close = await database.db
      .selectFrom('month_close')
      .select('finished_at')
      .where('month', '=', month.month)
      .executeTakeFirst()
    if (close !== undefined && close.finished_at !== null) return
    const done = await closeMonth((work) => database.db.transaction().execute(work), month, {
      now: () => now,
      closers: CLOSERS,
      onProgress: (progress) => log.info({ month: month.month, ...progress }, 'month close'),
    })
    log.info({ month: month.month, ...done }, 'month closed')
  }
}
