import { deskMsBetween, deskTimeAfter, ticketHours, type IsHoliday } from '../console/desk-hours.ts'
import { toTokyoDate, type Instant } from '../tokyo.ts'

/** By when the next answer is due; while the member is waited for, what was left of the time at the desk. */
export type TicketClock = { readonly dueAt: Instant; readonly leftMs: number | null }

type Kind = Parameters<typeof ticketHours>[0]

const HOUR_MS = 3_600_000

/** From the first word, from an answer, and from the member's next word after one. */
export const begunClock = (kind: Kind, now: Instant, isHoliday: IsHoliday): TicketClock => ({
  dueAt: deskTimeAfter(now, ticketHours(kind, toTokyoDate(now)), isHoliday),
  leftMs: null,
})

/** It stops only while the member is waited for. What is overdue has nothing left. */
export const stoppedClock = (
  { dueAt, leftMs }: TicketClock,
  now: Instant,
  isHoliday: IsHoliday,
): TicketClock => ({ dueAt, leftMs: leftMs ?? deskMsBetween(now, dueAt, isHoliday) })

/** Goes on with what was left; what was overdue still is. */
export function resumedClock(
  { dueAt, leftMs }: TicketClock,
  now: Instant,
  isHoliday: IsHoliday,
): TicketClock {
  if (leftMs === null || leftMs === 0) return { dueAt, leftMs: null }
  return { dueAt: deskTimeAfter(now, leftMs / HOUR_MS, isHoliday), leftMs: null }
}
