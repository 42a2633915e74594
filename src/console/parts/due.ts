import { dueGroups } from '#vocabulary/console-queue.ts'
import { formatShortDay, formatTime } from '#ui/format.ts'

/** Where an item stands against its date; the words of the time ring follow from it. */
export const dueGroupWords = {
  ...dueGroups,
  near: dueGroups.soon,
  waiting: '会員の返事を待つ',
  done: '済み',
} as const

export type DueGroup = keyof typeof dueGroupWords

export type Due = {
  readonly group: DueGroup
  /** Absent where nothing is due. */
  readonly dueAt?: string | undefined
  /** Of the time at the desk, negative where it is overdue. */
  readonly minutesLeft?: number | undefined
}

/** `1時間18分`, `42分`, `9時間`; from two days on `3日`. */
export function formatMinutes(minutes: number): string {
  const whole = Math.abs(Math.trunc(minutes))
  if (whole >= 2 * 24 * 60) return `${Math.floor(whole / 1440)}日`
  const [hours, rest] = [Math.floor(whole / 60), whole % 60]
  if (hours === 0) return `${rest}分`
  return rest === 0 ? `${hours}時間` : `${hours}時間${rest}分`
}

const tokyoDay = (instant: string) =>
  new Date(Date.parse(instant) + 9 * 3_600_000).toISOString().slice(0, 10)

/** The date so many days later. */
export const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** `11/28（土）13:55`, in rows, which have no room for a year. */
export const formatMoment = (instant: string) => `${formatShortDay(instant)}${formatTime(instant)}`

/**
 * `きょう12:00`, `あす18:00`, `11/26（木）12:00`.
 * @param today the day in Japan.
 */
export function formatDue(instant: string, today: string): string {
  const day = tokyoDay(instant)
  if (day === today) return `きょう${formatTime(instant)}`
  if (day === dayAfter(today, 1)) return `あす${formatTime(instant)}`
  return formatMoment(instant)
}

/** From now on, in whole minutes; negative where it is over. */
export const minutesBetween = (from: string, to: string) =>
  Math.trunc((Date.parse(to) - Date.parse(from)) / 60_000)

/** A moment by which something is done, where nothing but the clock says how near it is. */
export function dueBy(dueAt: string, now: string, today: string): Due {
  const minutesLeft = minutesBetween(now, dueAt)
  const group = minutesLeft < 0 ? 'overdue' : tokyoDay(dueAt) === today ? 'today' : 'later'
  return { group, dueAt, minutesLeft }
}

/** `3日`, `5時間`, `12分`: how long something has lain there. */
export function formatAge(since: string, now: string): string {
  const minutes = minutesBetween(since, now)
  if (minutes >= 1440) return `${Math.floor(minutes / 1440)}日`
  return minutes >= 60 ? `${Math.floor(minutes / 60)}時間` : `${Math.max(0, minutes)}分`
}

/** What stands beside the ring. */
export function dueWords({ group, dueAt, minutesLeft }: Due, today: string): string {
  if (group === 'waiting') return '返事待ち'
  if (group === 'done' || dueAt === undefined) return dueGroupWords[group]
  if (minutesLeft === undefined) return formatDue(dueAt, today)
  if (group === 'overdue') return `超過 ${formatMinutes(minutesLeft)}`
  return group === 'today' ? formatMinutes(minutesLeft) : formatDue(dueAt, today)
}

/** A desk day: beyond it the ring is full. */
const FULL_MINUTES = 16 * 60

/** The part of the ring that is left, from 0 to 1. */
export const shareLeft = (minutesLeft: number) =>
  Math.min(1, Math.max(0.03, minutesLeft / FULL_MINUTES))
