import { ruleValue } from '../catalogue/rules.ts'
import {
  addDays,
  addMonths,
  endOfMonth,
  monthOf,
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

/** What is expected of a month of use before its bill is made. */
export function paymentSchedule(useMonth: TokyoMonth): PaymentSchedule {
  return scheduleIn(addMonths(useMonth, 1))
}

/** Of a bill that is made: everything counts from its own charge day. */
export function scheduleOfCharge(chargeOn: TokyoDate): PaymentSchedule {
  return scheduleIn(monthOf(chargeOn))
}

/**
 * The day a bill is charged: the first 7th after it was fixed (billing.md 15). A bill that we make late is due later; no
 * notice, suspension or interest is owed for a delay of ours.
 */
export function chargeDayOf(useMonth: TokyoMonth, fixedOn: TokyoDate): TokyoDate {
  const ordinary = paymentSchedule(useMonth).chargeOn
  if (fixedOn < ordinary) return ordinary
  const inMonth = scheduleIn(monthOf(fixedOn)).chargeOn
  return fixedOn < inMonth ? inMonth : scheduleIn(addMonths(monthOf(fixedOn), 1)).chargeOn
}

function scheduleIn(month: TokyoMonth): PaymentSchedule {
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
