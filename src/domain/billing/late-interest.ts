import { ruleValue } from '../catalogue/rules.ts'
import { yen, type Yen } from '../money.ts'
import { daysBetween, type TokyoDate } from '../tokyo.ts'

type LatePayment = {
  /** The day its bill was charged for the first time. */
  readonly chargeOn: TokyoDate
  /** What was paid; instalments of a device bear the statutory rate. */
  readonly paidYen: number
  readonly instalmentsYen: number
  readonly paidOn: TokyoDate
}

/**
 * Interest on a bill paid after its day, from the day after it through the day of payment; none within the days of grace
 * (billing.md 17). Reckoned together, cut once.
 */
export function lateInterest({ chargeOn, paidYen, instalmentsYen, paidOn }: LatePayment): {
  readonly days: number
  readonly yen: Yen
} {
  const days = Math.max(0, daysBetween(chargeOn, paidOn))
  if (days <= ruleValue('lateInterestGrace', paidOn)) return { days, yen: yen(0) }
  const service = (paidYen - instalmentsYen) * ruleValue('lateInterest', paidOn)
  const instalments = instalmentsYen * ruleValue('lateInterestOfInstalments', paidOn)
  return { days, yen: yen(Math.floor(((service + instalments) * days) / (365 * 1000))) }
}
