import { bytes, megabytes, type Bytes } from '../bytes.ts'
import { ruleValue } from '../catalogue/rules.ts'
import { addDays, type TokyoDate } from '../tokyo.ts'

type ThreeDayState = 'normal' | 'nearLimit' | 'slowed'

export type ThreeDayMeter = {
  /** The days before today that count, oldest first. */
  readonly days: readonly { readonly date: TokyoDate; readonly lowSpeedBytes: Bytes }[]
  readonly sumBytes: Bytes
  /** Tomorrow's sum if nothing more is used today; the warning goes by it. */
  readonly tomorrowBytes: Bytes
  readonly limitBytes: Bytes
  readonly state: ThreeDayState
  /** The first day without the restriction if nothing more is used; only while it is in force. */
  readonly liftsOn: TokyoDate | undefined
}

/** Low-speed bytes of a line by Japanese date. */
type LowSpeedByDate = ReadonlyMap<TokyoDate, Bytes>

/**
 * The three-day rule of a line: it is slowed while the low-speed volume of the three days before
 * today is over the limit; today never counts. Low speed by choice counts as well, whatever is left in the pool. It
 * is lifted at once for a line that goes at high speed: switched on, with data to use.
 */
export function threeDayMeter(
  lowSpeed: LowSpeedByDate,
  today: TokyoDate,
  goesAtHighSpeed: boolean,
): ThreeDayMeter {
  const limitBytes = megabytes(ruleValue('threeDayLimit', today))
  const days = datesThatCount(today).map((date) => ({
    date,
    lowSpeedBytes: lowSpeed.get(date) ?? bytes(0),
  }))
  const sumBytes = sumBefore(lowSpeed, today)
  const tomorrowBytes = sumBefore(lowSpeed, addDays(today, 1))
  const slowed = sumBytes > limitBytes && !goesAtHighSpeed
  const warnAtBytes = (limitBytes * ruleValue('threeDayWarning', today)) / 100
  const near = !goesAtHighSpeed && Math.max(sumBytes, tomorrowBytes) >= warnAtBytes
  return {
    days,
    sumBytes,
    tomorrowBytes,
    limitBytes,
    state: slowed ? 'slowed' : near ? 'nearLimit' : 'normal',
    liftsOn: slowed ? firstDayWithin(lowSpeed, addDays(today, 1)) : undefined,
  }
}

/** The speed a line may have; a line that is switched off goes slowly even where it may go fast. */
export function speedFor(
  line: {
    /** What the pool holds. */
    readonly totalBytes: number
    readonly isOn: boolean
    readonly isAtCap: boolean
    readonly lowByDay: LowSpeedByDate
  },
  today: TokyoDate,
): 'high' | 'low' | 'throttled' {
  const mayGoFast = line.totalBytes > 0 && !line.isAtCap
  const { state } = threeDayMeter(line.lowByDay, today, mayGoFast && line.isOn)
  if (state === 'slowed') return 'throttled'
  return mayGoFast ? 'high' : 'low'
}

/** By the limit of each day: it may change on one of them. */
function firstDayWithin(lowSpeed: LowSpeedByDate, from: TokyoDate): TokyoDate {
  return sumBefore(lowSpeed, from) <= megabytes(ruleValue('threeDayLimit', from))
    ? from
    : firstDayWithin(lowSpeed, addDays(from, 1))
}

function sumBefore(lowSpeed: LowSpeedByDate, day: TokyoDate): Bytes {
  return bytes(datesThatCount(day).reduce((sum, date) => sum + (lowSpeed.get(date) ?? 0), 0))
}

function datesThatCount(day: TokyoDate): readonly TokyoDate[] {
  const window = ruleValue('threeDayWindow', day)
  return Array.from({ length: window }, (_, n) => addDays(day, n - window))
}
