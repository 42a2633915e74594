import { ruleValue } from '../catalogue/rules.ts'
import { monthBooked, type Timing } from '../policy/cut-off.ts'
import {
  addDays,
  addMonths,
  atHour,
  endOfMonth,
  startOfDay,
  startOfMonth,
  type Instant,
  type TokyoMonth,
} from '../tokyo.ts'

/** ours: booked for the 1st. */
export function planSizeTiming(at: Instant): Timing {
  const { month, cutOffPassed } = monthBooked(at, planSizeCutOff)
  const effectiveOn = startOfMonth(addMonths(month, 1))
  const closesAt = planSizeCutOff(month)
  const effectiveAt = startOfDay(effectiveOn)
  return { closesAt, effectiveOn, effectiveAt, undoUntil: closesAt, cutOffPassed }
}

/** 12:00 of the day before month end. */
function planSizeCutOff(month: TokyoMonth): Instant {
  const lastDay = endOfMonth(month)
  const daysBefore = ruleValue('planSizeCutOffDaysBeforeMonthEnd', lastDay)
  return atHour(addDays(lastDay, -daysBefore), ruleValue('planSizeCutOffHour', lastDay))
}
