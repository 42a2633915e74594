import { paymentSchedule } from '../policy/payment-schedule.ts'
import { atHour, type Instant, type TokyoMonth } from '../tokyo.ts'

/** ours: charges are made at this hour, holidays too (billing.md 15). */
const CHARGE_HOUR = 10

/** When the bill of a month of use is charged: once, and again twice where the card refuses. */
export function chargeTimes(useMonth: TokyoMonth): readonly Instant[] {
  const { chargeOn, retriesOn } = paymentSchedule(useMonth)
  return [chargeOn, ...retriesOn].map((day) => atHour(day, CHARGE_HOUR))
}
