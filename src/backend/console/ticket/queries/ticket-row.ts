import type { StaffWho } from '#backend/contract/who.ts'
import { deskMsBetween, type IsHoliday } from '#domain/console/desk-hours.ts'
import { clockRuns, isOpenTicket, ticketStates } from '#domain/contact/ticket-states.ts'
import { addDays, formatRfc3339, isBefore, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import type { ticketApi } from '#protocol/console/ticket.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { NamedTicket } from './tickets-for.ts'

type Row = Answer<typeof ticketApi.consoleTicketListGet>['rows'][number]

/** 「近い」: due within so many days after today. */
const NEAR_DAYS = 3

/** A row of the list (wire TicketRow). */
export function toTicketRow(
  row: NamedTicket,
  { staffId, now }: Pick<StaffWho, 'staffId' | 'now'>,
  isHoliday: IsHoliday,
): Row {
  const { state, due_at: dueAt, assigned_to: assigned } = row
  if (!ticketStates.isState(state)) throw new Error(`${state} is no state of a ticket`)
  return {
    ticketNo: row.ticket_no,
    state,
    channel: row.channel,
    reason: row.reason,
    topic: row.topic,
    ...(row.account_id !== null && { accountId: row.account_id }),
    ...(row.contract_id !== null && { contractId: row.contract_id }),
    openedAt: formatRfc3339(row.opened_at),
    dueAt: formatRfc3339(dueAt),
    clock: clockRuns(state) ? 'runs' : isOpenTicket(state) ? 'stopped' : 'over',
    group: groupOf(row, now),
    minutesLeft: minutesLeft(row, now, isHoliday),
    ...(assigned !== null && {
      assignedTo: { staffId: assigned, name: row.assigned_name ?? assigned },
    }),
    mine: assigned === staffId,
    ...(row.snoozed_until !== null && { snoozedUntil: formatRfc3339(row.snoozed_until) }),
  }
}

function groupOf({ state, due_at: dueAt }: NamedTicket, now: Instant): Row['group'] {
  if (!isOpenTicket(state)) return 'done'
  if (!clockRuns(state)) return 'waiting'
  if (!isBefore(now, dueAt)) return 'overdue'
  const [today, due] = [toTokyoDate(now), toTokyoDate(dueAt)]
  if (due <= today) return 'today'
  return due <= addDays(today, NEAR_DAYS) ? 'near' : 'later'
}

const MINUTE_MS = 60_000

/** Of the time at the desk; while the member is waited for, what was left then. */
function minutesLeft(row: NamedTicket, now: Instant, isHoliday: IsHoliday): number {
  const { due_at: dueAt, clock_left_ms: leftMs } = row
  if (leftMs !== null) return Math.floor(leftMs / MINUTE_MS)
  const ms = isBefore(now, dueAt)
    ? deskMsBetween(now, dueAt, isHoliday)
    : -deskMsBetween(dueAt, now, isHoliday)
  return Math.floor(ms / MINUTE_MS)
}
