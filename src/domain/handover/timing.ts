import { cancellationTiming } from '../cancellation/timing.ts'
import { ruleValue } from '../catalogue/rules.ts'
import { addDays, endOfDay, toTokyoDate, type Instant, type TokyoDate } from '../tokyo.ts'

/** The last day on which a hand-over number is valid; the day of issue is the first. */
export function handoverNumberLastDay(offeredAt: Instant): TokyoDate {
  const on = toTokyoDate(offeredAt)
  return addDays(on, ruleValue('handoverDays', on) - 1)
}

/**
 * When a line that is taken over now changes hands: at the end of the month, with the same cut-off as a cancellation, so
 * that what happens at the month rollover is known a day before.
 */
export function handoverTiming(acceptedAt: Instant): {
  readonly lastDay: TokyoDate
  readonly firstDay: TokyoDate
  readonly at: Instant
} {
  const lastDay = cancellationTiming(acceptedAt).effectiveOn
  return { lastDay, firstDay: addDays(lastDay, 1), at: endOfDay(lastDay) }
}
