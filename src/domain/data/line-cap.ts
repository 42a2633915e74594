import { capPeriods, type CapPeriod } from '#vocabulary/line-cap.ts'
import { addBytes, bytes, leastBytes, noBytes, type Bytes } from '../bytes.ts'
import type { Instant } from '../tokyo.ts'

/** A volume for each period that has one. */
type ByPeriod = { readonly [Period in CapPeriod]?: Bytes | undefined }

/** High-speed data that a line may use (ours); without a volume there is no cap on the period. */
export type LineCap = ByPeriod & {
  /** From this share of a cap on, the holder is warned; none where no warning is wanted. */
  readonly warnPercent?: number | undefined
}

/**
 * An exception for today: up to these volumes instead of the cap's. They are counted from the start of the day and of the
 * month, so that a lift cannot be used up twice. A period without a volume has no cap while it lasts.
 */
export type CapLift = ByPeriod

/** What a line has taken from the data in the day and in the month that run. */
export type CapUse = Readonly<Record<CapPeriod, Bytes>>

/** The volumes that hold now: the cap's, or where an exception is in force the largest of them. */
export function marksOf(cap: LineCap, lifts: readonly CapLift[]): ByPeriod {
  const of = (period: CapPeriod) => {
    const own = cap[period]
    if (own === undefined || lifts.some((lift) => lift[period] === undefined)) return undefined
    return bytes(Math.max(own, ...lifts.map((lift) => lift[period] ?? 0)))
  }
  return { day: of('day'), month: of('month') }
}

/** The period whose cap the line has reached. The month comes first: it lasts longer. A cap of 0 is always reached. */
export function reachedPeriod(marks: ByPeriod, used: CapUse): CapPeriod | undefined {
  return (['month', 'day'] as const).find((period) => {
    const mark = marks[period]
    return mark !== undefined && used[period] >= mark
  })
}

/** The periods whose warning the line has reached, and not yet the cap. */
export function warnedPeriods(
  { warnPercent }: LineCap,
  marks: ByPeriod,
  used: CapUse,
): readonly CapPeriod[] {
  if (warnPercent === undefined) return []
  return capPeriods.filter((period) => {
    const mark = marks[period]
    if (mark === undefined || mark === 0) return false
    return used[period] >= warningAt(mark, warnPercent) && used[period] < mark
  })
}

const warningAt = (mark: Bytes, percent: number) => bytes(Math.ceil((mark * percent) / 100))

/**
 * How much the line can still use before any of its warnings and caps can be reached, now or in a period to come. The hour
 * by sets subtracts from it and looks at the line itself only once nothing is left, so it may be too small, never too large.
 * None where nothing can be reached any more by using.
 */
export function roomOf(cap: LineCap, lifts: readonly CapLift[], used: CapUse): Bytes | undefined {
  const now = marksOf(cap, lifts)
  const rooms = capPeriods.flatMap((period) => [
    // A new period begins with the cap's own volumes and nothing used.
    ...levels(cap[period], cap.warnPercent).slice(0, 1),
    ...levels(now[period], cap.warnPercent)
      .map((level) => bytes(level - used[period]))
      .filter((room) => room > 0)
      .slice(0, 1),
  ])
  return rooms.length === 0 ? undefined : rooms.reduce(leastBytes)
}

/** How much the line can still use before its cap is reached, of the day or of the month; none without a cap. */
export function leftToCap(
  cap: LineCap,
  lifts: readonly CapLift[],
  used: CapUse,
): Bytes | undefined {
  const marks = marksOf(cap, lifts)
  return capPeriods
    .flatMap((period) => {
      const mark = marks[period]
      return mark === undefined ? [] : [bytes(Math.max(0, mark - used[period]))]
    })
    .reduce<Bytes | undefined>(
      (least, left) => (least === undefined ? left : leastBytes(least, left)),
      undefined,
    )
}

/** What can be reached of a cap, the lower first; nothing of a cap of 0, which always is. */
function levels(mark: Bytes | undefined, warnPercent: number | undefined): readonly Bytes[] {
  if (mark === undefined || mark === 0) return []
  const warning = warnPercent === undefined ? mark : warningAt(mark, warnPercent)
  return [leastBytes(warning, mark), mark]
}

/** The marks of an exception that allows so much more than the line has used, or than its cap where that is more. */
export function liftOf(cap: LineCap, used: CapUse, moreBytes: Bytes | undefined): CapLift {
  if (moreBytes === undefined) return {}
  const of = (period: CapPeriod) => {
    const own = cap[period]
    return own === undefined ? undefined : addBytes(bytes(Math.max(own, used[period])), moreBytes)
  }
  return { day: of('day'), month: of('month') }
}

/**
 * A time in which the carrier had confirmed the low speed of a line that was at its cap. What it counts at high speed
 * within is none of the member's: it is not charged.
 */
export type SlowSpan = {
  readonly lineId: string
  readonly from: Instant
  /** First instant after it; none while it lasts. */
  readonly until: Instant | undefined
}

/** Whether a record lies wholly in such a time of its line. An hour in which the line was fast for a minute is charged. */
export function isInSlowSpan(
  record: { readonly lineId: string; readonly from: Instant; readonly to: Instant },
  spans: readonly SlowSpan[],
): boolean {
  return spans.some(
    ({ lineId, from, until }) =>
      lineId === record.lineId &&
      from.epochMilliseconds <= record.from.epochMilliseconds &&
      (until === undefined || record.to.epochMilliseconds <= until.epochMilliseconds),
  )
}

/** Nothing used. */
export const nothingUsed: CapUse = { day: noBytes, month: noBytes }
