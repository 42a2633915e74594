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
import { begunClock, stoppedClock } from '#domain/contact/ticket-clock.ts'
import { memberOfTicket } from '#domain/contact/ticket.ts'
import { dropDraft } from '../rows.ts'
import { endTicket } from './end-ticket.ts'
import { requireOpen, takenFirst } from './open-state.ts'
import { reachTicket, requireAnswerer } from './reach-ticket.ts'

type Answer = {
  readonly ticketNo: string
  readonly text: string
  readonly next: 'keep' | 'wait' | 'solve'
}

/**
 * Writes to the member, who gets a notice and a mail, and says what becomes of the ticket: the clock begins anew, stands
 * until the member's word, or is over.
 * @throws RefusalError NOT_FOUND, WRONG_STATE, TICKET_WITHOUT_MEMBER, ROLE_MISSING
 */
export async function answerTicket(
  tx: Db,
  deps: TicketDeps,
  who: StaffWho,
  { ticketNo, text, next }: Answer,
): Promise<TicketRow> {
  const row = await reachTicket(tx, who, ticketNo)
  requireOpen(row)
  requireOk(memberOfTicket(row.account_id))
  requireAnswerer(row, who)
  await dropDraft(tx, ticketNo, who.staffId)
  const isHoliday = await holidayCalendar()
  const clock = begunClock(row, who.now, isHoliday)
  const entry = { kind: 'answered', text } as const
  const patch = { snoozed_until: null, assigned_to: row.assigned_to ?? who.staffId }
  if (next === 'wait' && row.state !== 'waiting_member')
    return moveTicket(tx, deps, who, row, {
      step: 'waited',
      entry,
      patch: { ...patch, ...toClockColumns(stoppedClock(clock, who.now, isHoliday)) },
    })
  const taken = await takenFirst(tx, deps, who, row)
  const standing = taken.state === 'waiting_member' ? {} : toClockColumns(clock)
  const withAnswer = await moveTicket(tx, deps, who, taken, {
    step: 'answered',
    entry,
    patch: { ...patch, ...standing },
  })
  return next === 'solve' ? endTicket(tx, deps, who, withAnswer) : withAnswer
}

/** Waits for the member: the clock stands. @throws as answerTicket */
export async function waitForMember(
  tx: Db,
  deps: TicketDeps,
  who: StaffWho,
  ticketNo: string,
): Promise<TicketRow> {
  const row = await reachTicket(tx, who, ticketNo)
  requireOk(memberOfTicket(row.account_id))
  requireAnswerer(row, who)
  return moveTicket(tx, deps, who, row, {
    step: 'waited',
    entry: { kind: 'waited' },
    patch: toClockColumns(stoppedClock(clockOf(row), who.now, await holidayCalendar())),
  })
}
