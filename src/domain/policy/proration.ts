import type { ProratedDays } from '../billing/charge.ts'
import { prorateYen, type Yen } from '../money.ts'
import { dayOfMonth, daysInMonth, monthOf, type TokyoDate } from '../tokyo.ts'

/** The days of the first month that are charged, day of start included; the last month is whole. */
export function firstMonthDays(startedOn: TokyoDate): ProratedDays {
  const ofDays = daysInMonth(monthOf(startedOn))
  return { days: ofDays - dayOfMonth(startedOn) + 1, ofDays }
}

/** A monthly fee for the first month, to the nearest yen. */
export function firstMonthFee(monthlyYen: Yen, startedOn: TokyoDate): Yen {
  const { days, ofDays } = firstMonthDays(startedOn)
  return prorateYen(monthlyYen, days, ofDays)
}
