import type { DueGroup } from '#vocabulary/console-queue.ts'
import { addDays, isBefore, startOfDay, toTokyoDate, type Instant } from '../tokyo.ts'

/** ours: what is due after today, and before the end of the third day from today, is near. */
const SOON_DAYS = 3

/** The last moment of each group, the most pressing first; what is due by the end of a day is due at its midnight. */
export function groupEnds(now: Instant): Readonly<Record<Exclude<DueGroup, 'later'>, Instant>> {
  const today = toTokyoDate(now)
  return {
    overdue: now,
    today: startOfDay(addDays(today, 1)),
    soon: startOfDay(addDays(today, 1 + SOON_DAYS)),
  }
}

export function dueGroupOf(due: Instant, now: Instant): DueGroup {
  const { overdue, today, soon } = groupEnds(now)
  const isBy = (end: Instant) => !isBefore(end, due)
  if (isBy(overdue)) return 'overdue'
  if (isBy(today)) return 'today'
  return isBy(soon) ? 'soon' : 'later'
}
