import { ruleValue } from '../catalogue/rules.ts'
import { scheduleOfCharge } from '../policy/payment-schedule.ts'
import {
  addDays,
  addMonths,
  atHour,
  isBefore,
  startOfDay,
  startOfMonth,
  toTokyoMonth,
  type Instant,
  type TokyoDate,
} from '../tokyo.ts'

/** ours: charges are made and reminders sent at this hour, holidays too (billing.md 15). */
const CHARGE_HOUR = 10
/** ours: service stops at this hour of the month's last day (billing.md 16). */
const SUSPENSION_HOUR = 23

/** Everything that happens to a bill nobody pays, in its order. */
export type CollectionCourse = {
  /** Once, and again twice where the card refuses. */
  readonly chargesAt: readonly Instant[]
  readonly remindAt: Instant
  readonly suspendAt: Instant
  readonly finalNoticeAt: Instant
  /** 00:00 of the day after the contract's last. */
  readonly terminateAt: Instant
  readonly lastDay: TokyoDate
}

/**
 * The course of a bill by its own charge day (billing.md 15, 16): the job, the dates on screens and in mails all ask here.
 * @param suspendedAt when service was really stopped: where that was later, the two closes count from there.
 */
export function collectionCourse(
  chargeOn: TokyoDate,
  suspendedAt?: Instant | null,
): CollectionCourse {
  const { retriesOn, suspendOn } = scheduleOfCharge(chargeOn)
  const suspendAt = atHour(suspendOn, SUSPENSION_HOUR)
  const isLater = suspendedAt != null && isBefore(suspendAt, suspendedAt)
  const stopped = toTokyoMonth(isLater ? suspendedAt : suspendAt)
  const finalNoticeOn = startOfMonth(addMonths(stopped, 1))
  const moreCloses = ruleValue('unpaidClosesUntilTermination', chargeOn)
  const terminateOn = startOfMonth(addMonths(stopped, moreCloses))
  const reminderDays = ruleValue('paymentReminderBeforeMonthEnd', chargeOn)
  return {
    chargesAt: [chargeOn, ...retriesOn].map((day) => atHour(day, CHARGE_HOUR)),
    remindAt: atHour(addDays(suspendOn, -reminderDays), CHARGE_HOUR),
    suspendAt,
    finalNoticeAt: startOfDay(finalNoticeOn),
    terminateAt: startOfDay(terminateOn),
    lastDay: addDays(terminateOn, -1),
  }
}

/** Payment resumes service at once unless another unpaid bill has passed its own suspension moment (billing.md 16). */
export function resumesAfterPayment(otherChargeDays: readonly TokyoDate[], now: Instant) {
  return otherChargeDays.every((day) => isBefore(now, collectionCourse(day).suspendAt))
}

/** Heirs are not hurried: nothing follows a refused charge while a succession is open, and for a while after it. */
export function isCollectionPaused(
  { isSuccessionOpen, until }: { isSuccessionOpen: boolean; until: Instant | null },
  now: Instant,
): boolean {
  return isSuccessionOpen || (until !== null && isBefore(now, until))
}
