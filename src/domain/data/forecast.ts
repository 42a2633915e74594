import { bytes, noBytes, type Bytes } from '../bytes.ts'
import {
  addDays,
  datesFrom,
  dayOfWeek,
  daysBetween,
  endOfMonth,
  monthOf,
  type TokyoDate,
} from '../tokyo.ts'

/** How the forecast is made, for the screen to say. Its errors on the demo's past year: docs/forecast.md. */
export const forecastMethod =
  '直近8週間のうち高速で使えた日から、平日と休日に分け、新しい日ほど重く見て見積もっています。オフの回線は、月末までオフのままとしています。幅は、5回に4回ほどおさまる範囲です。'

/** What a line took from the data on a day, and what it took at low speed. */
export type DayOfLine = {
  readonly date: TokyoDate
  readonly usedBytes: number
  readonly lowBytes: number
}

export type LineAhead = {
  /** Every day of its service of late, quiet ones too; today with what has been used so far. */
  readonly days: readonly DayOfLine[]
  /** Its last day of service, where one is booked. */
  readonly endsOn: TokyoDate | undefined
}

export type PoolAhead = {
  readonly today: TokyoDate
  /** Taken from the data this month, by every line that was there. */
  readonly usedBytes: number
  readonly remainingBytes: number
  /** The lines that take from the data from here on: those in service whose high speed is on. */
  readonly lines: readonly LineAhead[]
  readonly isHoliday?: (date: TokyoDate) => boolean
}

export type Forecast = {
  /** Use of the whole month if the data lasted: likely, and the bounds of four cases of five. */
  readonly expectedBytes: Bytes
  readonly lowBytes: Bytes
  readonly highBytes: Bytes
  /** Bytes that are likely to be missing at month end, roughly: the one figure that every screen and pack goes by. */
  readonly shortageBytes: Bytes
  /** When the data runs out by these three; none where it lasts to month end. */
  readonly emptyEarliestOn: TokyoDate | undefined
  readonly emptyOn: TokyoDate | undefined
  readonly emptyLatestOn: TokyoDate | undefined
}

/** How far back a forecast looks: eight weeks (ours). */
export const FORECAST_DAYS = 56
/** Fewer days at high speed than a week say too little about a line (ours). */
const FEWEST_DAYS = 7
/** After so many days a day counts half (ours; docs/forecast.md has the alternatives). */
const HALF_LIFE_DAYS = 21

/** Four cases of five lie within 1.2816 standard deviations of a normal distribution. */
const FOUR_OF_FIVE = 1.2816

/**
 * The month's use if it goes on as of late. Days on which a line was slow, switched off or without data say nothing about
 * its use and are left out. Undefined when the data is used up, and while a line has too few days.
 */
export function forecastMonth(pool: PoolAhead): Forecast | undefined {
  const { today, usedBytes, remainingBytes, lines } = pool
  if (remainingBytes <= 0) return undefined
  const isRest = (date: TokyoDate) => dayOfWeek(date) >= 6 || pool.isHoliday?.(date) === true
  const known = lines.map((line) => line.days.filter((day) => countsAsDay(day, today)))
  if (known.some((days) => days.length < FEWEST_DAYS)) return undefined

  const habits = lines.map((line, n) => habitOf(line, known[n] ?? [], today, isRest))
  let ahead = sumUntil(habits, [])
  const empty: { earliest?: TokyoDate; likely?: TokyoDate; latest?: TokyoDate } = {}
  const days = datesFrom(today, endOfMonth(monthOf(today)))
  for (const [index, date] of days.entries()) {
    ahead = sumUntil(habits, days.slice(0, index + 1))
    if (ahead.high > remainingBytes) empty.earliest ??= date
    if (ahead.likely > remainingBytes) empty.likely ??= date
    if (ahead.low > remainingBytes) empty.latest ??= date
  }
  return {
    expectedBytes: bytes(Math.round(usedBytes + ahead.likely)),
    lowBytes: bytes(Math.round(usedBytes + ahead.low)),
    highBytes: bytes(Math.round(usedBytes + ahead.high)),
    shortageBytes: bytes(Math.max(noBytes, roughlyUp(ahead.likely - remainingBytes))),
    emptyEarliestOn: empty.earliest,
    emptyOn: empty.likely,
    emptyLatestOn: empty.latest,
  }
}

/**
 * The day from which there will be a forecast: when the newest line has been at high speed for a week. Undefined where
 * there is one already, and where there will be none because the data is used up or a line ends before.
 */
export function forecastFrom({ today, remainingBytes, lines }: PoolAhead): TokyoDate | undefined {
  if (remainingBytes <= 0) return undefined
  const fewest = Math.min(
    ...lines.map(({ days }) => days.filter((day) => countsAsDay(day, today)).length),
  )
  if (fewest >= FEWEST_DAYS) return undefined
  const from = addDays(today, FEWEST_DAYS - fewest)
  return lines.some(({ endsOn }) => endsOn !== undefined && endsOn < from) ? undefined : from
}

/** A forecast is no measurement: up to 10 MB below 1 GB, to 100 MB above. */
function roughlyUp(missing: number): number {
  const step = missing < 1_000_000_000 ? 10_000_000 : 100_000_000
  return Math.ceil(missing / step) * step
}

function countsAsDay({ date, lowBytes }: DayOfLine, today: TokyoDate): boolean {
  const age = daysBetween(date, today)
  return age > 0 && age <= FORECAST_DAYS && lowBytes === 0
}

type Likely = { readonly mean: number; readonly variance: number; readonly days: number }
type Habit = {
  readonly isServed: (date: TokyoDate) => boolean
  readonly isRest: (date: TokyoDate) => boolean
  readonly today: TokyoDate
  readonly usedToday: number
  readonly workday: Likely
  readonly restDay: Likely
}

function habitOf(
  { days, endsOn }: LineAhead,
  known: readonly DayOfLine[],
  today: TokyoDate,
  isRest: (date: TokyoDate) => boolean,
): Habit {
  const likelyOf = (wanted: boolean) => {
    const same = known.filter((day) => isRest(day.date) === wanted)
    return weigh(same.length < 2 ? known : same, today)
  }
  return {
    isServed: (date) => endsOn === undefined || date <= endsOn,
    isRest,
    today,
    usedToday: days.find((day) => day.date === today)?.usedBytes ?? 0,
    workday: likelyOf(false),
    restDay: likelyOf(true),
  }
}

/** Mean and spread of days, the newer the heavier; `days` is how many equal days would say as much. */
function weigh(known: readonly DayOfLine[], today: TokyoDate): Likely {
  const weighted = known.map(({ date, usedBytes }) => ({
    usedBytes,
    weight: 0.5 ** (daysBetween(date, today) / HALF_LIFE_DAYS),
  }))
  const total = weighted.reduce((sum, one) => sum + one.weight, 0)
  const mean = weighted.reduce((sum, one) => sum + one.weight * one.usedBytes, 0) / total
  const squares = weighted.reduce((sum, one) => sum + one.weight * (one.usedBytes - mean) ** 2, 0)
  const days = total ** 2 / weighted.reduce((sum, one) => sum + one.weight ** 2, 0)
  return { mean, variance: days <= 1 ? 0 : (squares / total) * (days / (days - 1)), days }
}

/** What the lines take on these days together: the days vary one by one, and the means may be off for all of them. */
function sumUntil(habits: readonly Habit[], dates: readonly TokyoDate[]) {
  let likely = 0
  let variance = 0
  for (const { isServed, isRest, today, usedToday, workday, restDay } of habits) {
    const served = dates.filter(isServed)
    for (const [habit, wanted] of [
      [workday, false],
      [restDay, true],
    ] as const) {
      const same = served.filter((date) => isRest(date) === wanted)
      for (const date of same)
        likely += date === today ? Math.max(0, habit.mean - usedToday) : habit.mean
      variance += habit.variance * (same.length + same.length ** 2 / habit.days)
    }
  }
  const margin = FOUR_OF_FIVE * Math.sqrt(variance)
  return { likely, low: Math.max(0, likely - margin), high: likely + margin }
}
