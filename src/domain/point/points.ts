import { ruleValue } from '../catalogue/rules.ts'
import type { RateTotal } from '../billing/charge.ts'
import type { Yen } from '../money.ts'
import {
  addMonths,
  atHour,
  isBefore,
  startOfDay,
  startOfMonth,
  toTokyoDate,
  toTokyoMonth,
  tokyoDate,
  type Instant,
  type TokyoDate,
  type TokyoMonth,
} from '../tokyo.ts'

/** A bill as far as points go: its total and the tax in it. */
export type PointBill = {
  readonly totalYen: Yen
  readonly rates: readonly Pick<RateTotal, 'taxYen'>[]
}

/** 1 per ¥100 without tax of the whole bill (billing.md 22), also of what was paid with points or a credit. */
export function pointsEarned(bill: PointBill, paidOn: TokyoDate): number {
  return Math.max(0, pointsOf(bill, paidOn))
}

/**
 * What a bill below zero takes back, as it would have earned: never more than the contract was granted and not yet lost
 * again. What the member has spent already the partner does not take: a balance never falls below zero.
 */
export function pointsTakenBack(bill: PointBill, grantedPoints: number, fixedOn: TokyoDate) {
  return Math.min(Math.max(0, -pointsOf(bill, fixedOn)), Math.max(0, grantedPoints))
}

function pointsOf({ totalYen, rates }: PointBill, on: TokyoDate): number {
  const exTaxYen = rates.reduce<number>((rest, { taxYen }) => rest - taxYen, totalYen)
  // `+ 0`: there is no minus nothing.
  return Math.trunc(exTaxYen / ruleValue('yenPerPoint', on)) + 0
}

/** When the partner is asked to grant the points of a month: once, after the last of its three charges. */
export function grantMoment(month: TokyoMonth): Instant {
  const day = ruleValue('pointGrantDay', startOfMonth(month))
  const on = tokyoDate(`${month}-${String(day).padStart(2, '0')}`)
  return atHour(on, ruleValue('pointGrantHour', on))
}

/** The last moment of granting that has come. */
export function lastGrantMoment(now: Instant): Instant {
  const month = toTokyoMonth(now)
  const own = grantMoment(month)
  return isBefore(now, own) ? grantMoment(addMonths(month, -1)) : own
}

/** The day of the next granting. */
export function nextGrantOn(now: Instant): TokyoDate {
  return toTokyoDate(grantMoment(addMonths(toTokyoMonth(lastGrantMoment(now)), 1)))
}

/** Bills paid from here on earn: from the month in which link and consent both came to hold. */
export function earnsFrom(linkedAt: Instant, agreedAt: Instant): Instant {
  const since = isBefore(linkedAt, agreedAt) ? agreedAt : linkedAt
  return startOfDay(startOfMonth(toTokyoMonth(since)))
}
