import type { Timing } from '../policy/cut-off.ts'
import { endOfDay, endOfMonth, toTokyoDate, toTokyoMonth, type Instant } from '../tokyo.ts'

/** At once. */
export const joinTiming = (at: Instant): Timing => ({
  closesAt: undefined,
  effectiveOn: toTokyoDate(at),
  effectiveAt: at,
  undoUntil: undefined,
  cutOffPassed: false,
})

/** ours: at the month's end. */
export function leaveTiming(at: Instant): Timing {
  const lastDay = endOfMonth(toTokyoMonth(at))
  const closesAt = endOfDay(lastDay)
  return {
    closesAt,
    effectiveOn: lastDay,
    effectiveAt: closesAt,
    undoUntil: closesAt,
    cutOffPassed: false,
  }
}
