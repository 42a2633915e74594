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

/** What points are worked out from: the total of a bill and the tax in it. */
export type PointBill = {
  readonly totalYen: Yen
  readonly rates: readonly Pick<RateTotal, 'taxYen'>[]
}

/** One point for each ¥100 without tax of the whole bill (billing.md 22), including the part paid with points or a credit. */
export function pointsEarned(bill: PointBill, paidOn: TokyoDate): number {
  return Math.max(0, pointsOf(bill, paidOn))
}

/**
 * The points a bill below zero takes back, at the rate at which it would have earned them: never more than the contract was
 * granted and still has. The partner does not take back points that were spent: a balance never falls below zero.
 */
export function pointsTakenBack(bill: PointBill, grantedPoints: number, fixedOn: TokyoDate) {
  return Math.min(Math.max(0, -pointsOf(bill, fixedOn)), Math.max(0, grantedPoints))
}

function pointsOf({ totalYen, rates }: PointBill, on: TokyoDate): number {
  const exTaxYen = rates.reduce<number>((rest, { taxYen }) => rest - taxYen, totalYen)
  // `+ 0` turns -0 into 0.
  return Math.trunc(exTaxYen / ruleValue('yenPerPoint', on)) + 0
}

/** When the partner is asked to grant the points of a month: once, after the last of its three charges. */
export function grantMoment(month: TokyoMonth): Instant {
  const day = ruleValue('pointGrantDay', startOfMonth(month))
  const on = tokyoDate(`${month}-${String(day).padStart(2, '0')}`)
  return atHour(on, ruleValue('pointGrantHour', on))
}

/** The latest moment of granting at or before `now`. */
export function lastGrantMoment(now: Instant): Instant {
  const month = toTokyoMonth(now)
  const own = grantMoment(month)
  return isBefore(now, own) ? grantMoment(addMonths(month, -1)) : own
}

/** The day of the next granting. */
export function nextGrantOn(now: Instant): TokyoDate {
  return toTokyoDate(grantMoment(addMonths(toTokyoMonth(lastGrantMoment(now)), 1)))
}

/** Bills paid from here on earn points: from the first day of the month in which link and consent were both there. */
export function earnsFrom(linkedAt: Instant, agreedAt: Instant): Instant {
  const since = isBefore(linkedAt, agreedAt) ? agreedAt : linkedAt
  return startOfDay(startOfMonth(toTokyoMonth(since)))
}
