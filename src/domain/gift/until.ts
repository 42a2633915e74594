import { ruleValue } from '../catalogue/rules.ts'
import { addDays, endOfDay, type Instant, isBefore, type TokyoDate, toTokyoDate } from '../tokyo.ts'
import type { GiftPart } from './parts.ts'

/**
 * The first moment at which a gift cannot be taken any more: at the end of its last day, or before where a part of it, or
 * the giver's service, ends earlier.
 */
export function giftEndsAt(
  parts: readonly Pick<GiftPart, 'endsAt'>[],
  serviceEndsOn: TokyoDate | null,
  now: Instant,
): Instant {
  const today = toTokyoDate(now)
  const days = endOfDay(addDays(today, ruleValue('giftDays', today)))
  const service = serviceEndsOn === null ? [] : [endOfDay(serviceEndsOn)]
  return [...parts.map(({ endsAt }) => endsAt), ...service].reduce(
    (first, at) => (isBefore(at, first) ? at : first),
    days,
  )
}
