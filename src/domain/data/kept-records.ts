import { addMonths, startOfMonth, toTokyoMonth, type Instant, type TokyoDate } from '../tokyo.ts'

/** Whole months before the present one whose records are kept hour by hour (ours): a listing reaches back 400 days. */
export const HOURLY_MONTHS = 13

/** Records from before this day are rolled up: only what a day came to is kept of them. */
export function hourlyKeptFrom(now: Instant): TokyoDate {
  return startOfMonth(addMonths(toTokyoMonth(now), -HOURLY_MONTHS))
}
