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

/** `noticeKey` is unique per threshold and month: its row makes sure that a notice is sent once. */
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

/** The alerts due now: every enabled threshold that is reached and has no notice of this month. */
export function dueAlerts(
  thresholds: readonly Threshold[],
  now: MonthSoFar,
  notified: ReadonlySet<string>,
): readonly DueAlert[] {
  const reached = thresholds
    .filter((one) => one.enabled && isReached(one, now))
    .map((one) => ({ subject: one, noticeKey: noticeKey(one, now.month) }))
    .filter((one) => !notified.has(one.noticeKey))
  return [...new Map(reached.map((one) => [one.noticeKey, one])).values()]
}

const usedUpKeys = (month: TokyoMonth) => `alert/${month}/usedUp/`

/** Due once for the newest bucket: a member who tops up and uses that up too is notified again, after a correction not. */
export function usedUpAlert(now: MonthSoFar, notified: ReadonlySet<string>): DueAlert | undefined {
  if (now.remainingBytes > 0 || now.newestBucketId === undefined) return undefined
  const key = `${usedUpKeys(now.month)}${now.newestBucketId}`
  return notified.has(key) ? undefined : { subject: { unit: 'usedUp', value: 0 }, noticeKey: key }
}

/** After the notice that nothing is left, none that little is left is needed in the same month. */
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
  /** Whether there is a notice when the data is used up. */
  usedUp: boolean
}

/** The settings of a member who has set nothing (ours). */
export const defaultAlertSettings: AlertSettings = {
  channel: 'mail',
  thresholds: [
    { unit: 'remainingBytes', value: megabytes(500), enabled: true },
    { unit: 'usedPercent', value: 80, enabled: false },
    { unit: 'chargesYen', value: 3000, enabled: false },
  ],
  usedUp: true,
}
