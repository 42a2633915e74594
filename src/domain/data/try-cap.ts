import type { CapPeriod } from '#vocabulary/line-cap.ts'
import { addBytes, noBytes, type Bytes } from '../bytes.ts'
import { datesFrom, type Instant, monthOf, type TokyoDate, toTokyoDate } from '../tokyo.ts'
import { type CapUse, type LineCap, nothingUsed, reachedPeriod } from './line-cap.ts'

/** An hour of a line: what was taken from the data in it. */
type UsedHour = {
  readonly recordId: string
  readonly from: Instant
  readonly to: Instant
  readonly usedBytes: Bytes
}

type TriedDay = {
  readonly date: TokyoDate
  readonly usedBytes: Bytes
  /** What would have been used at high speed: the hour in which the cap is reached still counts whole. */
  readonly withinBytes: Bytes
  /** The end of the hour that would have reached a cap: the line is slow from then on. */
  readonly reached?: { readonly at: Instant; readonly period: CapPeriod } | undefined
}

type Tried = {
  readonly days: readonly TriedDay[]
  /** By record id: what would have been left of each record. */
  readonly within: ReadonlyMap<string, Bytes>
}

/**
 * What a cap would have done on these days. The hours must begin with the month of the first day: a month's cap counts
 * from there, and what was used before the first day stays as it was. As with the cap itself, an hour is counted when it is over, so the one that reaches the cap passes it.
 */
export function tryCap(
  cap: LineCap,
  hours: readonly UsedHour[],
  range: { readonly from: TokyoDate; readonly to: TokyoDate },
): Tried {
  const within = new Map<string, Bytes>()
  const days = new Map<TokyoDate, TriedDay>()
  let used: CapUse = nothingUsed
  let last: TokyoDate | undefined
  for (const hour of hours.toSorted((a, b) => Temporal.Instant.compare(a.from, b.from))) {
    const date = toTokyoDate(hour.from)
    if (date !== last) used = { day: noBytes, month: startsMonth(last, date, used) }
    last = date
    const day = days.get(date) ?? { date, usedBytes: noBytes, withinBytes: noBytes }
    const isTried = range.from <= date && date <= range.to
    const isSlow = isTried && reachedPeriod(cap, used) !== undefined
    const fast = isSlow ? noBytes : hour.usedBytes
    used = { day: addBytes(used.day, fast), month: addBytes(used.month, fast) }
    within.set(hour.recordId, fast)
    const period = !isTried || isSlow || hour.usedBytes === 0 ? undefined : reachedPeriod(cap, used)
    days.set(date, {
      date,
      usedBytes: addBytes(day.usedBytes, hour.usedBytes),
      withinBytes: addBytes(day.withinBytes, fast),
      reached: day.reached ?? (period === undefined ? undefined : { at: hour.to, period }),
    })
  }
  return {
    days: datesFrom(range.from, range.to).map(
      (date) => days.get(date) ?? { date, usedBytes: noBytes, withinBytes: noBytes },
    ),
    within,
  }
}

/** What the month has used when a day of it begins. */
function startsMonth(last: TokyoDate | undefined, date: TokyoDate, used: CapUse): Bytes {
  return last !== undefined && monthOf(last) === monthOf(date) ? used.month : noBytes
}
