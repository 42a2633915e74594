import {
  addMonths,
  isBefore,
  toTokyoMonth,
  type Instant,
  type TokyoDate,
  type TokyoMonth,
} from '../tokyo.ts'

/** What the clock says about a procedure begun at an instant; each area declares its own (`timing.ts`). */
export type Timing = {
  /** Until then (exclusive) the same effective date holds; none when it is open at any time. */
  readonly closesAt: Instant | undefined
  /** The first day under the new conditions, or the last day of service for what ends. */
  readonly effectiveOn: TokyoDate
  readonly effectiveAt: Instant
  /** Until then (exclusive) it can be undone; none when it cannot. */
  readonly undoUntil: Instant | undefined
  /** This month's cut-off is over, so the date is a month later than it would have been. */
  readonly cutOffPassed: boolean
}

/** The month a booking at an instant counts for: the next one once this month's cut-off is over. */
export function monthBooked(at: Instant, cutOff: (month: TokyoMonth) => Instant) {
  const month = toTokyoMonth(at)
  const cutOffPassed = !isBefore(at, cutOff(month))
  return { month: cutOffPassed ? addMonths(month, 1) : month, cutOffPassed }
}
