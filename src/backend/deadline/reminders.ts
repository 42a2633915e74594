import type { DateToKnow } from '#backend/procedure/definition.ts'

const HOUR_SECONDS = 3600
const DAY_SECONDS = 24 * HOUR_SECONDS

/**
 * When a calendar program speaks up (ours), in seconds from the entry's begin: a whole day is announced at 9:00, not at
 * midnight; an hour is announced as long before.
 */
const reminders = {
  threeDaysBefore: { day: -3 * DAY_SECONDS + 9 * HOUR_SECONDS, hour: -3 * DAY_SECONDS },
  dayBefore: { day: -DAY_SECONDS + 9 * HOUR_SECONDS, hour: -DAY_SECONDS },
  sameDay: { day: 9 * HOUR_SECONDS, hour: -HOUR_SECONDS },
  /** The SIM has to be at hand: an hour that was chosen, or a day that comes by itself. */
  switchOver: { day: -DAY_SECONDS + 9 * HOUR_SECONDS, hour: -HOUR_SECONDS },
} as const

type Reminder = keyof typeof reminders

/** What something is lost by is announced twice; what only comes is announced on its day. */
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

/** Seconds from the begin of the entry, negative before it. */
export function reminderSeconds(kind: DateToKnow['kind'], allDay: boolean): readonly number[] {
  return remindersOf[kind].map((name) => reminders[name][allDay ? 'day' : 'hour'])
}
