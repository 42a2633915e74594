import { newTicketNo } from '#backend/db/ids.ts'
import type { Db } from '#backend/db/connect.ts'
import { findRow } from '#backend/db/rows.ts'
import { holidayCalendar } from '#backend/holidays.ts'
import type { Acting } from '#backend/step/record-change.ts'
import { takeFirstStep } from '#backend/step/take-step.ts'
import { begunClock } from '#domain/contact/ticket-clock.ts'
import type { TokyoDate } from '#domain/tokyo.ts'
import type { CaseReason, TicketChannel } from '#vocabulary/console.ts'
import type { ContactTopic } from '#vocabulary/contact.ts'
import { toClockColumns, type TicketRow } from '../rows.ts'
import { tickets } from '../steps.ts'
import { writeEntry, type TicketDeps } from './move-ticket.ts'

export type OpenTicket = {
  readonly channel: TicketChannel
  readonly reason: CaseReason
  readonly topic: ContactTopic
  readonly text?: string | undefined
  readonly accountId?: string | undefined
  readonly contractId?: string | undefined
  readonly postedOn?: TokyoDate | undefined
  readonly outsideNo?: string | undefined
  readonly isRestricted?: boolean
  /** What a member has reported. */
  readonly refersTo?: string
}

/** Makes a case of what a member has asked, or of work the staff begins. */
export async function openTicket(
  tx: Db,
  deps: TicketDeps,
  who: Acting,
  given: OpenTicket,
): Promise<TicketRow> {
  const { channel, reason, accountId } = given
  const clock = begunClock(given, who.now, await holidayCalendar())
  const ticketNo = await unusedNo(tx)
  const inCase = who.actor === 'staff' ? { ...who, caseNo: ticketNo } : who
  const isNotified = who.actor === 'staff' && accountId !== undefined && reason === 'contact'
  const row = await takeFirstStep(tx, deps, inCase, tickets, {
    step: isNotified ? 'received' : 'opened',
    values: {
      ticket_no: ticketNo,
      account_id: accountId ?? null,
      contract_id: given.contractId ?? null,
      channel,
      reason,
      topic: given.topic,
      restricted: given.isRestricted ?? false,
      outside_no: given.outsideNo ?? null,
      posted_on: given.postedOn ?? null,
      opened_at: who.now,
      entries: 1,
      ...toClockColumns(clock),
    },
    details: { channel, reason },
  })
  await writeEntry(tx, deps, who, row, {
    kind: 'opened',
    text: given.text,
    refersTo: given.refersTo,
  })
  return row
}

/** Numbers are short: among a million there is one in a thousand that is taken. */
async function unusedNo(tx: Db): Promise<string> {
  for (;;) {
    const ticketNo = newTicketNo()
    if ((await findRow(tx, 'ticket', { ticket_no: ticketNo })) === undefined) return ticketNo
  }
}
