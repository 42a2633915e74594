import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { getRow, rowsOf } from '#backend/db/rows.ts'
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

/** Of the entries (as `t`), those the member reads. */
export const memberReads = sql<boolean>`t.kind = any(${[...memberEntries]}::text[])`

/** @throws RefusalError NOT_FOUND */
export const getTicket = (db: Db, ticketNo: string): Promise<TicketRow> =>
  getRow(db, 'ticket', { ticket_no: ticketNo }, notFound)

/** Locks it: its entries are numbered, and two people may press at once. @throws RefusalError NOT_FOUND */
export async function lockTicket(tx: Db, ticketNo: string): Promise<TicketRow> {
  const row = await tx
    .selectFrom('ticket')
    .selectAll()
    .where('ticket_no', '=', ticketNo)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  return row
}

export const findEntries = (db: Db, ticketNo: string): Promise<TicketEventRow[]> =>
  rowsOf(db, 'ticket_event', { ticket_no: ticketNo }, 'position')

/** What was written; undefined where nothing was. */
export const openText = (sealing: Sealing, row: TicketEventRow): string | undefined =>
  row.body_sealed === null
    ? undefined
    : sealing.open(ticketEventAad(row.ticket_no, row.position), row.body_sealed)

const isMembers = sql<boolean>`(ticket.channel <> 'internal' or exists (
  select from ticket_event e where e.ticket_no = ticket.ticket_no and e.kind = 'answered'))`

/**
 * What a member has asked or was answered, the latest first. Work of the house of which nobody has written to the member is
 * no question of his: that his record was opened for it stands on the page of readings.
 */
export const findTicketsOfAccount = (db: Db, accountId: string): Promise<TicketRow[]> =>
  db
    .selectFrom('ticket')
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
