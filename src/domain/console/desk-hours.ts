import type { CaseReason, TicketChannel, WorkQueue } from '#vocabulary/console.ts'
import { ruleValue, type RuleKey } from '../catalogue/rules.ts'
import {
  addDays,
  atHour,
  dayOfWeek,
  isBefore,
  toTokyoDate,
  type Instant,
  type TokyoDate,
} from '../tokyo.ts'

/*
 * Time at the desk: hours in which somebody is there, from `deskOpens` to `deskCloses` in Japan on working days. Everything
 * that is promised "within so many hours" is counted in them, for tickets and queues alike.
 */

/** Public holidays; the backend has them of `holidayCalendar()`. */
export type IsHoliday = (date: TokyoDate) => boolean

const HOUR_MS = 3_600_000

/** Offices rest from 29 December to 3 January (行政機関の休日に関する法律 第1条; most companies too). */
const isYearEnd = (date: TokyoDate) => date.slice(5) >= '12-29' || date.slice(5) <= '01-03'

/** Monday to Friday, no public holiday, not between the years. */
export const isWorkingDay = (date: TokyoDate, isHoliday: IsHoliday): boolean =>
  dayOfWeek(date) < 6 && !isHoliday(date) && !isYearEnd(date)

type Open = { readonly from: Instant; readonly to: Instant }

/** Worked out once a day and calendar: a page reckons the same few days for each of its rows. */
const knownDays = new WeakMap<IsHoliday, Map<TokyoDate, Open | undefined>>()

/** When the desk is open on that day; undefined where it is not. */
function openOn(date: TokyoDate, isHoliday: IsHoliday): Open | undefined {
  const known = knownDays.get(isHoliday) ?? new Map<TokyoDate, Open | undefined>()
  knownDays.set(isHoliday, known)
  if (!known.has(date)) known.set(date, openingHours(date, isHoliday))
  return known.get(date)
}

function openingHours(date: TokyoDate, isHoliday: IsHoliday): Open | undefined {
  if (!isWorkingDay(date, isHoliday)) return undefined
  return {
    from: atHour(date, ruleValue('deskOpens', date)),
    to: atHour(date, ruleValue('deskCloses', date)),
  }
}

/** Whether somebody is at the desk, and until when that is so. */
export function deskState(
  now: Instant,
  isHoliday: IsHoliday,
): { readonly isOpen: boolean; readonly until: Instant } {
  for (let date = toTokyoDate(now); ; date = addDays(date, 1)) {
    const open = openOn(date, isHoliday)
    if (open === undefined || !isBefore(now, open.to)) continue
    const isOpen = !isBefore(now, open.from)
    return { isOpen, until: isOpen ? open.to : open.from }
  }
}

const msBetween = (from: Instant, to: Instant) => to.epochMilliseconds - from.epochMilliseconds
const later = (a: Instant, b: Instant) => (isBefore(a, b) ? b : a)
const earlier = (a: Instant, b: Instant) => (isBefore(a, b) ? a : b)

/** The first instant by which so many hours (fractions too) have passed at the desk. */
export function deskTimeAfter(from: Instant, hours: number, isHoliday: IsHoliday): Instant {
  let leftMs = Math.round(hours * HOUR_MS)
  if (leftMs <= 0) return from
  for (let date = toTokyoDate(from); ; date = addDays(date, 1)) {
    const open = openOn(date, isHoliday)
    if (open === undefined) continue
    const begins = later(from, open.from)
    const hereMs = Math.max(0, msBetween(begins, open.to))
    if (leftMs <= hereMs) return begins.add({ milliseconds: leftMs })
    leftMs -= hereMs
  }
}

/**
 * The last instant since which so many hours have passed at the desk: what came in before it is over its time now. So a
 * query can ask for what is overdue without reckoning each row.
 */
export function deskTimeBefore(to: Instant, hours: number, isHoliday: IsHoliday): Instant {
  let leftMs = Math.round(hours * HOUR_MS)
  if (leftMs <= 0) return to
  for (let date = toTokyoDate(to); ; date = addDays(date, -1)) {
    const open = openOn(date, isHoliday)
    if (open === undefined) continue
    const ends = earlier(to, open.to)
    const hereMs = Math.max(0, msBetween(open.from, ends))
    if (leftMs <= hereMs) return ends.subtract({ milliseconds: leftMs })
    leftMs -= hereMs
  }
}

/** How long the desk was open between the two, in milliseconds; 0 where `to` is earlier. */
export function deskMsBetween(from: Instant, to: Instant, isHoliday: IsHoliday): number {
  if (!isBefore(from, to)) return 0
  let ms = 0
  const last = toTokyoDate(to)
  for (let date = toTokyoDate(from); date <= last; date = addDays(date, 1)) {
    const open = openOn(date, isHoliday)
    if (open !== undefined)
      ms += Math.max(0, msBetween(later(from, open.from), earlier(to, open.to)))
  }
  return ms
}

const ofQueue = {
  identity: 'deskIdentityHours',
  application: 'deskApplicationHours',
  succession: 'deskSuccessionHours',
  claim: 'deskClaimHours',
  refund: 'deskRefundHours',
  answer: 'deskAnswerHours',
  order: 'deskOrderHours',
  usage: 'deskUsageHours',
  bill: 'deskBillHours',
  unpaid: 'deskUnpaidHours',
  message: 'deskMessageHours',
  hold: 'deskHoldHours',
  approval: 'deskApprovalHours',
} as const satisfies Record<Exclude<WorkQueue, 'ticket'>, RuleKey>

/** Queues whose items have one time each; a ticket's depends on its channel and reason. */
export type TimedQueue = keyof typeof ofQueue

/** Hours at the desk within which an item of the queue is dealt with, by the rule of the day it came in. */
export const queueHours = (queue: TimedQueue, cameInOn: TokyoDate): number =>
  ruleValue(ofQueue[queue], cameInOn)

/** By when an item is dealt with that came into the queue then. */
export const queueDue = (queue: TimedQueue, cameInAt: Instant, isHoliday: IsHoliday): Instant =>
  deskTimeAfter(cameInAt, queueHours(queue, toTokyoDate(cameInAt)), isHoliday)

const ofChannel = {
  telephone: 'deskTelephoneHours',
  mypage: 'deskMypageHours',
  letter: 'deskLetterHours',
  form: 'deskFormHours',
  consumerCentre: 'deskConsumerCentreHours',
  ministry: 'deskMinistryHours',
  internal: 'deskInternalHours',
} as const satisfies Record<TicketChannel, RuleKey>

/** Reasons that press more than the channel does. */
const ofReason: Partial<Record<CaseReason, RuleKey>> = {
  fault: 'deskFaultHours',
  safety: 'deskSafetyHours',
}

/** Hours at the desk within which a ticket is answered: the shorter of its channel's and its reason's. */
export function ticketHours(
  { channel, reason }: { readonly channel: TicketChannel; readonly reason: CaseReason },
  cameInOn: TokyoDate,
): number {
  const pressing = ofReason[reason]
  const hours = ruleValue(ofChannel[channel], cameInOn)
  return pressing === undefined ? hours : Math.min(hours, ruleValue(pressing, cameInOn))
}
