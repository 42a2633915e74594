import { type Bytes, megabytes } from '#domain/bytes.ts'
import type { Yen } from '#domain/money.ts'
import type { TokyoMonth } from '#domain/tokyo.ts'

const thresholdUnits = ['remainingBytes', 'usedPercent', 'chargesYen'] as const

type ThresholdUnit = (typeof thresholdUnits)[number]

/** Bytes left, percent used of what was there, or yen of this month's extra charges. */
export type Threshold = {
  readonly unit: ThresholdUnit
  readonly value: number
  readonly enabled: boolean
}

export type MonthSoFar = {
  readonly month: TokyoMonth
  readonly remainingBytes: Bytes
  readonly usedBytes: Bytes
  /** Calls, messages and top-ups of the month, tax included; 0 where no threshold asks for them. */
  readonly extraChargesYen: Yen
  /** What was given last and can still be used; none where nothing was. */
  readonly newestBucketId: string | undefined
}

/** What a notice is about: a threshold, or that the data is used up, which has no value to reach. */
export type AlertSubject = { readonly unit: ThresholdUnit | 'usedUp'; readonly value: number }

/** `noticeKey` is unique per threshold and month: writing it is what makes a notice happen once. */
export type DueAlert = { readonly subject: AlertSubject; readonly noticeKey: string }

export function noticeKey({ unit, value }: AlertSubject, month: TokyoMonth): string {
  return `alert/${month}/${unit}/${value}`
}

export function isReached({ unit, value }: Threshold, now: MonthSoFar): boolean {
  switch (unit) {
    case 'remainingBytes':
      return now.remainingBytes <= value
    case 'usedPercent':
      return isPercentUsed(now, value)
    case 'chargesYen':
      return now.extraChargesYen >= value
  }
}

/** The notices due now: every enabled threshold reached and not yet told this month. */
export function dueAlerts(
  thresholds: readonly Threshold[],
  now: MonthSoFar,
  notified: ReadonlySet<string>,
): readonly DueAlert[] {
  const due = thresholds
    .filter((one) => one.enabled && isReached(one, now))
    .map((one) => ({ subject: one, noticeKey: noticeKey(one, now.month) }))
    .filter((one) => !notified.has(one.noticeKey))
  return [...new Map(due.map((one) => [one.noticeKey, one])).values()]
}

const usedUpKeys = (month: TokyoMonth) => `alert/${month}/usedUp/`

/** Due once for what was given last: who tops up and uses that up too is told again, who is corrected is not. */
export function usedUpAlert(now: MonthSoFar, notified: ReadonlySet<string>): DueAlert | undefined {
  if (now.remainingBytes > 0 || now.newestBucketId === undefined) return undefined
  const key = `${usedUpKeys(now.month)}${now.newestBucketId}`
  return notified.has(key) ? undefined : { subject: { unit: 'usedUp', value: 0 }, noticeKey: key }
}

/** Who was told this month that nothing is left need not be told that little is left. */
export function isUsedUpNotified(month: TokyoMonth, notified: ReadonlySet<string>): boolean {
  return [...notified].some((key) => key.startsWith(usedUpKeys(month)))
}

/** Of nothing at all no percentage is used. */
function isPercentUsed({ usedBytes, remainingBytes }: MonthSoFar, percent: number): boolean {
  const had = usedBytes + remainingBytes
  return had > 0 && usedBytes * 100 >= had * percent
}

type AlertSettings = {
  channel: 'mail' | 'none'
  thresholds: readonly Threshold[]
  /** Told when the data is used up. */
  usedUp: boolean
}

/** What a member who has set nothing is told of (ours). */
export const defaultAlertSettings: AlertSettings = {
  channel: 'mail',
  thresholds: [
    { unit: 'remainingBytes', value: megabytes(500), enabled: true },
    { unit: 'usedPercent', value: 80, enabled: false },
    { unit: 'chargesYen', value: 3000, enabled: false },
  ],
  usedUp: true,
}
