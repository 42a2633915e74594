import type { Timing } from '../policy/cut-off.ts'
import {
  endOfDay,
  endOfMonth,
  toTokyoDate,
  toTokyoMonth,
  type Instant,
  type TokyoDate,
} from '../tokyo.ts'

/** At once. */
export const joinTiming = (at: Instant): Timing => ({
  closesAt: undefined,
  effectiveOn: toTokyoDate(at),
  effectiveAt: at,
  undoUntil: undefined,
  cutOffPassed: false,
})

/** ours: at the month's end, or with the line or the contract if that ends before. */
export function leaveTiming(at: Instant, endsOn?: TokyoDate): Timing {
  const monthEnd = endOfMonth(toTokyoMonth(at))
  const lastDay = endsOn !== undefined && endsOn < monthEnd ? endsOn : monthEnd
  const closesAt = endOfDay(lastDay)
  return {
    closesAt,
    effectiveOn: lastDay,
    effectiveAt: closesAt,
    undoUntil: closesAt,
    cutOffPassed: false,
  }
}
