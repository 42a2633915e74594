import type { Branded } from './brand-type.ts'

/** A Japanese calendar date, `YYYY-MM-DD`. */
export type TokyoDate = Branded<string, 'TokyoDate'>
/** A Japanese calendar month, `YYYY-MM`: the accounting month. */
export type TokyoMonth = Branded<string, 'TokyoMonth'>
export type Instant = Temporal.Instant

export const TOKYO = 'Asia/Tokyo'

const REMEMBERED = 4000

const DAY_MS = 86_400_000
const OFFSET_MS = 9 * 3_600_000
/** Japan has had one offset since the summer times after the war. */
const ONE_OFFSET_SINCE_MS = Date.UTC(1952, 0, 1)

const datePattern = /^\d{4}-\d{2}-\d{2}$/
const monthPattern = /^\d{4}-\d{2}$/

export function isTokyoDate(text: string): text is TokyoDate {
  return datePattern.test(text) && isInCalendar(text)
}

const isInCalendar = remembered((text: string) => exists(() => Temporal.PlainDate.from(text)))

export function isTokyoMonth(text: string): text is TokyoMonth {
  return monthPattern.test(text) && isMonthInCalendar(text)
}

const isMonthInCalendar = remembered((text: string) =>
  exists(() => Temporal.PlainYearMonth.from(text)),
)

/** For literals and for text already checked at the edge; anything else is a defect and throws. */
export function tokyoDate(text: string): TokyoDate {
  if (!isTokyoDate(text)) throw new RangeError(`Not a date of the Japanese calendar: ${text}`)
  return text
}

export function tokyoMonth(text: string): TokyoMonth {
  if (!isTokyoMonth(text)) throw new RangeError(`Not a month of the Japanese calendar: ${text}`)
  return text
}

export function instant(text: string): Instant {
  return Temporal.Instant.from(text)
}

export function toTokyoDate(at: Instant): TokyoDate {
  const ms = at.epochMilliseconds
  return ms < ONE_OFFSET_SINCE_MS
    ? tokyoDate(at.toZonedDateTimeISO(TOKYO).toPlainDate().toString())
    : dateOfDay(Math.floor((ms + OFFSET_MS) / DAY_MS))
}

export function toTokyoMonth(at: Instant): TokyoMonth {
  return monthOf(toTokyoDate(at))
}

/** `2026-11-20T09:00:00+09:00`, whatever zone the server runs in. */
export function formatRfc3339(at: Instant): string {
  return at.toZonedDateTimeISO(TOKYO).toString({ timeZoneName: 'never' })
}

/** 00:00 in Japan. */
export const startOfDay = remembered((date: TokyoDate): Instant =>
  plain(date).toZonedDateTime(TOKYO).toInstant(),
)

/** 24:00 in Japan, the first instant that is no longer in the day. */
export function endOfDay(date: TokyoDate): Instant {
  return startOfDay(addDays(date, 1))
}

export function atHour(date: TokyoDate, hour: number): Instant {
  return plain(date).toZonedDateTime({ timeZone: TOKYO, plainTime: { hour } }).toInstant()
}

/** The first day of the month. */
export function startOfMonth(month: TokyoMonth): TokyoDate {
  return tokyoDate(`${month}-01`)
}

/** The last day of the month. */
export function endOfMonth(month: TokyoMonth): TokyoDate {
  return tokyoDate(`${month}-${daysInMonth(month)}`)
}

export const daysInMonth = remembered(
  (month: TokyoMonth): number => Temporal.PlainYearMonth.from(month).daysInMonth,
)

export function monthOf(date: TokyoDate): TokyoMonth {
  return tokyoMonth(date.slice(0, 7))
}

export function dayOfMonth(date: TokyoDate): number {
  return Number(date.slice(8))
}

/** 1 Monday to 7 Sunday, as ISO 8601 counts. */
export function dayOfWeek(date: TokyoDate): number {
  return plain(date).dayOfWeek
}

export function addDays(date: TokyoDate, days: number): TokyoDate {
  return dateOfDay(dayNumber(date) + days)
}

export function addMonths(month: TokyoMonth, months: number): TokyoMonth {
  const number = monthNumber(month) + months
  const year = String(Math.floor(number / 12)).padStart(4, '0')
  return tokyoMonth(`${year}-${String((number % 12) + 1).padStart(2, '0')}`)
}

/** The same day so many months later; the last of the month where it has no such day. */
export function monthsAfter(date: TokyoDate, months: number): TokyoDate {
  return tokyoDate(plain(date).add({ months }).toString())
}

/** The same time in Japan so many months earlier. */
export function monthsBefore(at: Instant, months: number): Instant {
  return at.toZonedDateTimeISO(TOKYO).subtract({ months }).toInstant()
}

/** Months from one to the other; negative where it lies before. */
export function monthsBetween(from: TokyoMonth, to: TokyoMonth): number {
  return monthNumber(to) - monthNumber(from)
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: TokyoDate, to: TokyoDate): number {
  return dayNumber(to) - dayNumber(from)
}

export function isBefore(a: Instant, b: Instant): boolean {
  return Temporal.Instant.compare(a, b) < 0
}

/** Every date from `from` to `to`, both included; none when `to` is earlier. */
export function datesFrom(from: TokyoDate, to: TokyoDate): readonly TokyoDate[] {
  return Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, n) => addDays(from, n))
}

/** Days since 1970: my page reckons with hundreds of dates, and a calendar takes a microsecond for each (decision 071). */
const dayNumber = remembered((date: TokyoDate): number => Date.parse(date) / DAY_MS)
const dateOfDay = remembered((day: number): TokyoDate =>
  tokyoDate(new Date(day * DAY_MS).toISOString().slice(0, -14)),
)

function monthNumber(month: TokyoMonth): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1
}

function plain(date: TokyoDate): Temporal.PlainDate {
  return Temporal.PlainDate.from(date)
}

function exists(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    return false
  }
}

/**
 * A bill asks for the same few days and months thousands of times, and a calendar costs microseconds an answer.
 * More than the dates of a decade are forgotten together: text from outside cannot fill the memory.
 */
function remembered<Asked extends string | number, Answer extends {}>(
  work: (asked: Asked) => Answer,
) {
  const known = new Map<Asked, Answer>()
  return (asked: Asked): Answer => {
    const answer = known.get(asked)
    if (answer !== undefined) return answer
    if (known.size === REMEMBERED) known.clear()
    const worked = work(asked)
    known.set(asked, worked)
    return worked
  }
}
