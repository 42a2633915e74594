import { ruleValue } from '../catalogue/rules.ts'
import {
  addDays,
  addMonths,
  atHour,
  endOfDay,
  endOfMonth,
  isBefore,
  startOfDay,
  startOfMonth,
  toTokyoDate,
  toTokyoMonth,
  type Instant,
  type TokyoDate,
  type TokyoMonth,
} from '../tokyo.ts'

/** What the clock says about a procedure begun at an instant. */
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

export const timedProcedures = [
  'planSizeChange',
  'cancellation',
  'optionJoin',
  'optionLeave',
] as const
export type TimedProcedure = (typeof timedProcedures)[number]

/** ours: the policy table. Orders for SIMs run by their own states and have no cut-off. */
export const policy: Readonly<Record<TimedProcedure, (at: Instant) => Timing>> = {
  planSizeChange: (at) => {
    const { month, cutOffPassed } = monthBooked(at, planSizeCutOff)
    const effectiveOn = startOfMonth(addMonths(month, 1))
    const closesAt = planSizeCutOff(month)
    const effectiveAt = startOfDay(effectiveOn)
    return { closesAt, effectiveOn, effectiveAt, undoUntil: closesAt, cutOffPassed }
  },

  /** Never refused: a consumer may always cancel (電気通信事業法施行規則, since 2022-07-01). */
  cancellation: (at) => {
    const { month, cutOffPassed } = monthBooked(at, cancellationCutOff)
    const lastDay = endOfMonth(month)
    return {
      closesAt: cancellationCutOff(month),
      effectiveOn: lastDay,
      effectiveAt: endOfDay(lastDay),
      undoUntil: cancellationUndoUntil(lastDay),
      cutOffPassed,
    }
  },

  optionJoin: (at) => ({
    closesAt: undefined,
    effectiveOn: toTokyoDate(at),
    effectiveAt: at,
    undoUntil: undefined,
    cutOffPassed: false,
  }),

  optionLeave: (at) => {
    const lastDay = endOfMonth(toTokyoMonth(at))
    const closesAt = endOfDay(lastDay)
    return {
      closesAt,
      effectiveOn: lastDay,
      effectiveAt: closesAt,
      undoUntil: closesAt,
      cutOffPassed: false,
    }
  },
}

/** 12:00 of the day before month end. */
export function planSizeCutOff(month: TokyoMonth): Instant {
  const lastDay = endOfMonth(month)
  const daysBefore = ruleValue('planSizeCutOffDaysBeforeMonthEnd', lastDay)
  return atHour(addDays(lastDay, -daysBefore), ruleValue('planSizeCutOffHour', lastDay))
}

/** 12:00 of the day before month end (ours: the same as for the data size). */
export function cancellationCutOff(month: TokyoMonth): Instant {
  const lastDay = endOfMonth(month)
  const daysBefore = ruleValue('cancellationCutOffDaysBeforeMonthEnd', lastDay)
  return atHour(addDays(lastDay, -daysBefore), ruleValue('cancellationCutOffHour', lastDay))
}

/** 24:00 of the day before the last day of service. */
export function cancellationUndoUntil(lastDay: TokyoDate): Instant {
  return endOfDay(addDays(lastDay, -ruleValue('cancellationUndoDaysBeforeLastDay', lastDay)))
}

function monthBooked(at: Instant, cutOff: (month: TokyoMonth) => Instant) {
  const month = toTokyoMonth(at)
  const cutOffPassed = !isBefore(at, cutOff(month))
  return { month: cutOffPassed ? addMonths(month, 1) : month, cutOffPassed }
}
