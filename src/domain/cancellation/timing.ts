import { ruleValue } from '../catalogue/rules.ts'
import type { ContractFacts } from '../exclusion/facts.ts'
import { monthBooked, type Timing } from '../policy/cut-off.ts'
import {
  addDays,
  atHour,
  endOfDay,
  endOfMonth,
  type Instant,
  type TokyoDate,
  type TokyoMonth,
} from '../tokyo.ts'

/** Never refused: a consumer may always cancel (電気通信事業法施行規則, since 2022-07-01). */
export function cancellationTiming(at: Instant): Timing {
  const { month, cutOffPassed } = monthBooked(at, cancellationCutOff)
  const lastDay = endOfMonth(month)
  return {
    closesAt: cancellationCutOff(month),
    effectiveOn: lastDay,
    effectiveAt: endOfDay(lastDay),
    undoUntil: cancellationUndoUntil(lastDay),
    cutOffPassed,
  }
}

/** 12:00 of the day before month end (ours: the same as for the data size). */
function cancellationCutOff(month: TokyoMonth): Instant {
  const lastDay = endOfMonth(month)
  const daysBefore = ruleValue('cancellationCutOffDaysBeforeMonthEnd', lastDay)
  return atHour(addDays(lastDay, -daysBefore), ruleValue('cancellationCutOffHour', lastDay))
}

/** 24:00 of the day before the last day of service. */
export function cancellationUndoUntil(lastDay: TokyoDate): Instant {
  return endOfDay(addDays(lastDay, -ruleValue('cancellationUndoDaysBeforeLastDay', lastDay)))
}

/** The last day of a line by a cancellation of it or of its contract, booked or waiting for a SIM order; none without one. */
export function lastDayAhead(
  { cancellation, lines }: Pick<ContractFacts, 'cancellation' | 'lines'>,
  lineId: string | null,
): TokyoDate | undefined {
  const own = lines.find((line) => line.lineId === lineId)?.cancellation
  return [cancellation?.lastDay, own?.lastDay].filter((day) => day !== undefined).sort()[0]
}
