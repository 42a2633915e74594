import type { AccountWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { holidayCalendar } from '#backend/holidays.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import { begunClock, resumedClock } from '#domain/contact/ticket-clock.ts'
import { mayReopen } from '#domain/contact/ticket.ts'
import { clockOf, lockTicket, toClockColumns, type TicketRow } from '../rows.ts'
import { moveTicket, type TicketDeps } from './move-ticket.ts'

/**
 * The member goes on writing in a ticket of theirs: what was waited for goes on, what was solved is opened again.
 * @throws RefusalError NOT_FOUND, TICKET_CLOSED
 */
export async function writeToTicket(
  tx: Db,
  deps: TicketDeps,
  who: AccountWho,
  { ticketNo, text }: { readonly ticketNo: string; readonly text: string },
): Promise<TicketRow> {
  const row = await lockTicket(tx, ticketNo)
  if (row.account_id !== who.accountId) throw new RefusalError('NOT_FOUND')
  const isHoliday = await holidayCalendar()
  const entry = { kind: 'wrote', text } as const
  switch (row.state) {
    case 'new':
    case 'open':
      return moveTicket(tx, deps, who, row, { step: 'wroteAgain', entry })
    case 'waiting_member':
      return moveTicket(tx, deps, who, row, {
        step: 'wrote',
        entry,
        patch: {
          ...toClockColumns(resumedClock(clockOf(row), who.now, isHoliday)),
          snoozed_until: null,
        },
      })
    case 'solved':
      requireOk(mayReopen(row.solved_at, who.now))
      return moveTicket(tx, deps, who, row, {
        step: 'reopened',
        entry,
        patch: { ...toClockColumns(begunClock(row, who.now, isHoliday)), solved_at: null },
      })
    default:
      throw new RefusalError('TICKET_CLOSED')
  }
}
