import ical, { ICalAlarmType, ICalCalendarMethod, type ICalCalendar } from 'ical-generator'
import type { DateToKnow } from '#backend/procedure/definition.ts'
import { brand } from '#brand'
import { addDays, isTokyoDate, type Instant } from '#domain/tokyo.ts'
import type { Deadline } from './deadlines.ts'

export type CalendarEntry = Pick<
  Deadline,
  'deadlineId' | 'kind' | 'title' | 'message' | 'on' | 'at' | 'path'
>

/** The entries as an iCalendar file (RFC 5545). */
export function calendarText(
  entries: readonly CalendarEntry[],
  { publicUrl, now }: { publicUrl: string; now: Instant },
): string {
  const calendar = ical({ name: `${brand.service} 大切な日付`, ttl: 3600 * 6 })
  calendar.prodId({ company: brand.company, product: brand.service, language: 'JA' })
  calendar.method(ICalCalendarMethod.PUBLISH)
  for (const entry of entries) add(calendar, entry, publicUrl, now)
  return alarmsLast(calendar.toString())
}

function add(calendar: ICalCalendar, deadline: CalendarEntry, publicUrl: string, now: Instant) {
  const allDay = isTokyoDate(deadline.at)
  const event = calendar.createEvent({
    id: `${deadline.deadlineId}@${new URL(publicUrl).hostname}`,
    stamp: new Date(now.epochMilliseconds),
    summary: deadline.title,
    description: deadline.message,
    url: `${publicUrl}${deadline.path}`,
    ...(allDay
      ? { allDay, start: toDate(deadline.on), end: toDate(addDays(deadline.on, 1)) }
      : { start: new Date(Temporal.Instant.from(deadline.at).epochMilliseconds) }),
  })
  for (const seconds of reminderSeconds(deadline.kind, allDay))
    event.createAlarm({
      type: ICalAlarmType.display,
      // The library counts seconds before the start.
      trigger: -seconds,
      description: deadline.title,
    })
}

/** RFC 5545 3.6.1 has the reminders of an entry after all its own lines; the library prints the address behind them. */
function alarmsLast(text: string): string {
  return text.replace(/((?:BEGIN:VALARM\r\n.*?END:VALARM\r\n)+)(.*?)(?=END:VEVENT)/gs, '$2$1')
}

/** A whole day: the library prints the date in UTC, whatever zone the server runs in. */
function toDate(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

const HOUR_SECONDS = 3600
const DAY_SECONDS = 24 * HOUR_SECONDS

/**
 * When a calendar program reminds of an entry (ours), in seconds from the entry's begin: a whole day is announced at 9:00, not at
 * midnight; an hour is announced as long before.
 */
const reminders = {
  threeDaysBefore: { day: -3 * DAY_SECONDS + 9 * HOUR_SECONDS, hour: -3 * DAY_SECONDS },
  dayBefore: { day: -DAY_SECONDS + 9 * HOUR_SECONDS, hour: -DAY_SECONDS },
  sameDay: { day: 9 * HOUR_SECONDS, hour: -HOUR_SECONDS },
  /** The SIM has to be at hand: at the chosen hour, or on the day of the automatic switch-over. */
  switchOver: { day: -DAY_SECONDS + 9 * HOUR_SECONDS, hour: -HOUR_SECONDS },
} as const

type Reminder = keyof typeof reminders

/** A date by which something is lost gets two reminders; other dates get one. */
const remindersOf: Readonly<Record<DateToKnow['kind'], readonly Reminder[]>> = {
  cutOff: ['dayBefore'],
  undoLimit: ['dayBefore'],
  dataExpiry: ['dayBefore'],
  takesEffect: ['sameDay'],
  charge: ['dayBefore'],
  suspension: ['threeDaysBefore', 'dayBefore'],
  termination: ['dayBefore'],
  numberExpiry: ['threeDaysBefore', 'dayBefore'],
  delivery: ['sameDay'],
  switchOver: ['switchOver'],
  identityExpiry: ['threeDaysBefore', 'dayBefore'],
  initialCancelEnd: ['threeDaysBefore', 'dayBefore'],
  documentKept: ['dayBefore'],
  warrantyEnd: ['dayBefore'],
}

/** In seconds from the start of the entry, negative before it. */
function reminderSeconds(kind: DateToKnow['kind'], allDay: boolean): readonly number[] {
  return remindersOf[kind].map((name) => reminders[name][allDay ? 'day' : 'hour'])
}
