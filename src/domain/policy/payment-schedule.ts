import { ruleValue } from '../catalogue/rules.ts'
import {
  addDays,
  addMonths,
  endOfMonth,
  startOfMonth,
  type TokyoDate,
  type TokyoMonth,
} from '../tokyo.ts'

/** ours: what happens when to the bill of a month of use. */
export type PaymentSchedule = {
  /** The month is closed and the bill fixed. */
  readonly closesOn: TokyoDate
  readonly chargeOn: TokyoDate
  readonly retriesOn: readonly [TokyoDate, TokyoDate]
  /** Still unpaid on that day: service is suspended. */
  readonly suspendOn: TokyoDate
}

export function paymentSchedule(useMonth: TokyoMonth): PaymentSchedule {
  const month = addMonths(useMonth, 1)
  const closesOn = startOfMonth(month)
  const chargeOn = addDays(closesOn, ruleValue('chargeDay', closesOn) - 1)
  return {
    closesOn,
    chargeOn,
    retriesOn: [
      addDays(chargeOn, ruleValue('firstRetryAfter', closesOn)),
      addDays(chargeOn, ruleValue('secondRetryAfter', closesOn)),
    ],
    suspendOn: endOfMonth(month),
  }
}
