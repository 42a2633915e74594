import { bytes, noBytes, type Bytes } from '../bytes.ts'
import {
  addDays,
  datesFrom,
  dayOfWeek,
  endOfMonth,
  monthOf,
  startOfMonth,
  type TokyoDate,
} from '../tokyo.ts'

/** How the forecast is made, for the screen to say. */
export const forecastMethod =
  '直近8週間の曜日ごとの平均から月末までの利用量を見積もり、日ごとのばらつきから5回に4回はおさまる幅を示しています。'

export type UsageByDate = ReadonlyMap<TokyoDate, Bytes>

export type Forecast = {
  /** High-speed bytes of the whole month: likely, and the bounds of four cases of five. */
  readonly expectedBytes: Bytes
  readonly lowBytes: Bytes
  readonly highBytes: Bytes
  /** The day the pool is expected to run empty; none if it lasts to month end. */
  readonly emptyOn: TokyoDate | undefined
  /** Bytes that are likely to be missing at month end. */
  readonly shortageBytes: Bytes
}

const WEEKS = 8
/** Four cases of five lie within 1.2816 standard deviations of a normal distribution. */
const FOUR_OF_FIVE = 1.2816

/**
 * Where this month's high-speed use will end. Each remaining day is taken as the mean of its
 * weekday over the last eight weeks (of all days while a weekday has fewer than two); today counts
 * with what is still to come of it. A public holiday is taken as a Sunday.
 */
export function forecastMonth(
  used: UsageByDate,
  today: TokyoDate,
  remainingBytes: Bytes,
  isHoliday: (date: TokyoDate) => boolean = () => false,
): Forecast {
  const month = monthOf(today)
  const kindOf = (date: TokyoDate) => (isHoliday(date) ? 7 : dayOfWeek(date))
  const known = datesFrom(addDays(today, -7 * WEEKS), addDays(today, -1)).flatMap((date) => {
    const volume = used.get(date)
    return volume === undefined ? [] : [{ kind: kindOf(date), volume }]
  })
  const all = known.map((day) => day.volume)
  const likelyOn = (date: TokyoDate) => {
    const same = known.filter((day) => day.kind === kindOf(date)).map((day) => day.volume)
    return spread(same.length < 2 ? all : same)
  }

  const usedToday = used.get(today) ?? noBytes
  let expected = 0
  let variance = 0
  let emptyOn: TokyoDate | undefined
  for (const date of datesFrom(today, endOfMonth(month))) {
    const day = likelyOn(date)
    expected += date === today ? Math.max(0, day.mean - usedToday) : day.mean
    variance += day.variance
    if (emptyOn === undefined && expected > remainingBytes) emptyOn = date
  }

  const sofar = datesFrom(startOfMonth(month), today).reduce(
    (sum, date) => sum + (used.get(date) ?? 0),
    0,
  )
  const margin = FOUR_OF_FIVE * Math.sqrt(variance)
  return {
    expectedBytes: bytes(Math.round(sofar + expected)),
    lowBytes: bytes(Math.round(sofar + Math.max(0, expected - margin))),
    highBytes: bytes(Math.round(sofar + expected + margin)),
    emptyOn,
    shortageBytes: bytes(Math.max(0, Math.round(expected - remainingBytes))),
  }
}

function spread(volumes: readonly number[]): { readonly mean: number; readonly variance: number } {
  if (volumes.length === 0) return { mean: 0, variance: 0 }
  const mean = Math.round(volumes.reduce((sum, one) => sum + one, 0) / volumes.length)
  const squares = volumes.reduce((sum, one) => sum + (one - mean) ** 2, 0)
  return { mean, variance: volumes.length < 2 ? 0 : squares / (volumes.length - 1) }
}
