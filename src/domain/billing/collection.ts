import { ruleValue } from '../catalogue/rules.ts'
import { addDays, atHour, type Instant, type TokyoDate } from '../tokyo.ts'

/** ours: the first charge and two more. */
export const CHARGE_ATTEMPTS = 3

/** ours: charges are made at this hour, holidays too. */
const CHARGE_HOUR = 10

/** When the n-th attempt on a bill is made: on its day, and 3 and 6 days after (billing.md 15). */
export function chargeAt(chargeOn: TokyoDate, attempt: number): Instant {
  const after =
    attempt <= 1 ? 0 : ruleValue(attempt === 2 ? 'firstRetryAfter' : 'secondRetryAfter', chargeOn)
  return atHour(addDays(chargeOn, after), CHARGE_HOUR)
}
