import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { getRow, lockRow, rowsOf } from '#backend/db/rows.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { notFound } from '#backend/refusal.ts'
import type { RowOf } from '#backend/step/take-step.ts'
import type { TicketClock } from '#domain/contact/ticket-clock.ts'
import { clockRuns } from '#domain/contact/ticket-states.ts'
import { memberEntries } from '#vocabulary/contact.ts'

export type TicketRow = RowOf<'ticket'>
export type TicketEventRow = RowOf<'ticket_event'>

export const ticketEventAad = (ticketNo: string, position: number) =>
  `ticket_event.body:${ticketNo}:${position}`

/**
 * Of the tickets (as `t`), those of the member: what the member has asked or was answered. Work of the house of which nobody
 * has written to the member is none: that the record was opened for it stands on the page of readings.
 */
export const isMembers = sql<boolean>`(t.channel <> 'internal' or exists (
  select from ticket_event e where e.ticket_no = t.ticket_no and e.kind = 'answered'))`

/** Of the entries (as `t`), those the member reads; with what the house began work of its own is not among them. */
export const memberReads = sql<boolean>`(t.kind = any(${[...memberEntries]}::text[]) and exists (
  select from ticket k where k.ticket_no = t.ticket_no and (k.channel <> 'internal' or (t.kind <> 'opened' and exists (
    select from ticket_event e where e.ticket_no = t.ticket_no and e.kind = 'answered')))))`

/** @throws RefusalError NOT_FOUND */
export const getTicket = (db: Db, ticketNo: string): Promise<TicketRow> =>
  getRow(db, 'ticket', { ticket_no: ticketNo }, notFound)

/** Locks it: its entries are numbered, and two people may press at once. @throws RefusalError NOT_FOUND */
export async function lockTicket(tx: Db, ticketNo: string): Promise<TicketRow> {
  const row = await lockRow(tx, 'ticket', { ticket_no: ticketNo })
  if (row === undefined) throw notFound()
  return row
}

export const findEntries = (db: Db, ticketNo: string): Promise<TicketEventRow[]> =>
  rowsOf(db, 'ticket_event', { ticket_no: ticketNo }, 'position')

/** Those that the member reads. */
export const findMemberEntries = (db: Db, ticketNo: string): Promise<TicketEventRow[]> =>
  db
    .selectFrom('ticket_event as t')
    .selectAll()
    .where('ticket_no', '=', ticketNo)
    .where(memberReads)
    .orderBy('position')
    .execute()

/** What was written; undefined where nothing was. */
export const openText = (sealing: Sealing, row: TicketEventRow): string | undefined =>
  row.body_sealed === null
    ? undefined
    : sealing.open(ticketEventAad(row.ticket_no, row.position), row.body_sealed)

/** A member's tickets, the latest first. */
export const findTicketsOfAccount = (db: Db, accountId: string): Promise<TicketRow[]> =>
  db
    .selectFrom('ticket as t')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(isMembers)
    .orderBy('opened_at', 'desc')
    .orderBy('ticket_no')
    .execute()

/** So that of two presses at once the second sees what the first has written. */
export const lockAccount = (tx: Db, accountId: string) =>
  tx
    .selectFrom('account')
    .select('account_id')
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()

export const clockOf = (row: TicketRow): TicketClock => ({
  dueAt: row.due_at,
  leftMs: clockRuns(row.state) ? null : row.clock_left_ms,
})

export const toClockColumns = ({ dueAt, leftMs }: TicketClock) => ({
  due_at: dueAt,
  clock_left_ms: leftMs,
})
