import { ruleValue } from '../catalogue/rules.ts'
import { addDays, endOfDay, type Instant, type TokyoDate } from '../tokyo.ts'

export type InitialCancellationClock = {
  /** The day that counts as day 1. */
  readonly firstDay: TokyoDate
  readonly lastDay: TokyoDate
  /** First instant at which it is too late; the instant of sending decides, not that of its arrival. */
  readonly closesAt: Instant
}

/**
 * Eight days, the day the contract document was received counting as day 1, or the day service
 * began if that is later (電気通信事業法 第26条の3).
 */
export function initialCancellationClock(
  documentReceivedOn: TokyoDate,
  serviceStartedOn: TokyoDate,
): InitialCancellationClock {
  const firstDay = documentReceivedOn > serviceStartedOn ? documentReceivedOn : serviceStartedOn
  const lastDay = addDays(firstDay, ruleValue('initialCancellationDays', firstDay) - 1)
  return { firstDay, lastDay, closesAt: endOfDay(lastDay) }
}
