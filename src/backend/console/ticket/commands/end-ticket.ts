import {
  clockOf,
  moveTicket,
  toClockColumns,
  type TicketDeps,
  type TicketRow,
} from '#backend/contact/public.ts'
import type { StaffWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { holidayCalendar } from '#backend/holidays.ts'
import { requireOk } from '#backend/refusal.ts'
import { begunClock, resumedClock } from '#domain/contact/ticket-clock.ts'
import { mayMerge, mayReopen } from '#domain/contact/ticket.ts'
import { releaseItems } from '../rows.ts'
import { requireOpen } from './open-state.ts'
import { reachTicket, requireAnswerer } from './reach-ticket.ts'

/** Nothing is left to do; it reopens for a while. @throws RefusalError NOT_FOUND, WRONG_STATE, ROLE_MISSING */
export async function solveTicket(
  tx: Db,
  deps: TicketDeps,
  who: StaffWho,
  ticketNo: string,
): Promise<TicketRow> {
  const row = await reachTicket(tx, who, ticketNo)
  requireAnswerer(row, who)
  return endTicket(tx, deps, who, row)
}

/** The same of a ticket that is locked and may be ended by the person. */
export async function endTicket(
  tx: Db,
  deps: TicketDeps,
  who: StaffWho,
  row: TicketRow,
): Promise<TicketRow> {
  const solved = await moveTicket(tx, deps, who, row, {
    step: 'solved',
    entry: { kind: 'solved' },
    patch: {
      solved_at: who.now,
      snoozed_until: null,
      clock_left_ms: null,
      assigned_to: row.assigned_to ?? who.staffId,
    },
  })
  await releaseItems(tx, row.ticket_no, who.now)
  return solved
}

/**
 * Goes on with what was solved within its days, or with what waited for the member after all.
 * @throws RefusalError NOT_FOUND, WRONG_STATE, TICKET_CLOSED
 */
export async function reopenTicket(
  tx: Db,
  deps: TicketDeps,
  who: StaffWho,
  ticketNo: string,
): Promise<TicketRow> {
  const row = await reachTicket(tx, who, ticketNo)
  const isHoliday = await holidayCalendar()
  if (row.state === 'waiting_member')
    return moveTicket(tx, deps, who, row, {
      step: 'taken',
      entry: { kind: 'reopened' },
      patch: {
        ...toClockColumns(resumedClock(clockOf(row), who.now, isHoliday)),
        assigned_to: who.staffId,
      },
    })
  requireOk(mayReopen(row.solved_at, who.now))
  return moveTicket(tx, deps, who, row, {
    step: 'reopened',
    entry: { kind: 'reopened' },
    patch: {
      ...toClockColumns(begunClock(row, who.now, isHoliday)),
      solved_at: null,
      assigned_to: who.staffId,
    },
  })
}

/**
 * Ends a ticket in another of the same member, which takes over its items.
 * @throws RefusalError NOT_FOUND, WRONG_STATE, TICKETS_OF_TWO_MEMBERS
 */
export async function mergeTickets(
  tx: Db,
  deps: TicketDeps,
  who: StaffWho,
  { ticketNo, into }: { readonly ticketNo: string; readonly into: string },
): Promise<TicketRow> {
  // In one order, so that two who merge the other way round do not wait for each other.
  const numbers = [...new Set([ticketNo, into])].toSorted()
  const found = new Map<string, TicketRow>()
  for (const number of numbers) found.set(number, await reachTicket(tx, who, number))
  const one = found.get(ticketNo)
  const other = found.get(into)
  if (one === undefined || other === undefined) throw new Error('a ticket that was locked is gone')
  requireOk(mayMerge(toMember(one), toMember(other)))
  requireAnswerer(one, who)
  requireOpen(other)
  await moveTicket(tx, deps, who, other, {
    step: 'worked',
    entry: { kind: 'merged', refersTo: ticketNo },
  })
  const merged = await moveTicket(tx, deps, who, one, {
    step: 'merged',
    entry: { kind: 'merged', refersTo: into },
    patch: { merged_into: into, ended_at: who.now, clock_left_ms: null, snoozed_until: null },
  })
  await releaseItems(tx, ticketNo, who.now, into)
  return merged
}

const toMember = (row: TicketRow) => ({ ticketNo: row.ticket_no, accountId: row.account_id })
