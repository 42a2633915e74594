import { moveTicket, nameMember, type TicketDeps, type TicketRow } from '#backend/contact/public.ts'
import type { StaffWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'
import { addDays, isBefore, startOfDay, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { findColleague } from '../rows.ts'
import { requireOpen, takenFirst } from './open-state.ts'
import { maySee, reachTicket } from './reach-ticket.ts'

/** Longer than this nobody looks away from what somebody waits for. */
const SNOOZE_DAYS = 14

/** Words for colleagues: the member does not read them. @throws RefusalError NOT_FOUND, WRONG_STATE */
export async function noteInTicket(
  tx: Db,
  deps: TicketDeps,
  who: StaffWho,
  { ticketNo, text }: { readonly ticketNo: string; readonly text: string },
): Promise<TicketRow> {
  const row = await reachTicket(tx, who, ticketNo)
  return moveTicket(tx, deps, who, row, { step: 'worked', entry: { kind: 'noted', text } })
}

/**
 * Takes the ticket, or hands it to a colleague with a word. @throws RefusalError NOT_FOUND, WRONG_STATE,
 * VALIDATION_FAILED for a colleague who is not there or may not see it
 */
export async function assignTicket(
  tx: Db,
  deps: TicketDeps,
  who: StaffWho,
  given: { readonly ticketNo: string; readonly to?: string; readonly text?: string | undefined },
): Promise<TicketRow> {
  const { ticketNo, to = who.staffId, text } = given
  const row = await reachTicket(tx, who, ticketNo)
  requireOpen(row)
  const colleague = await findColleague(tx, to)
  if (colleague === undefined || !maySee(row, colleague))
    throw new RefusalError({
      code: 'VALIDATION_FAILED',
      fields: { to: ['引き継ぐ相手を選び直してください。'] },
    })
  if (to === who.staffId && row.state === 'new') return takenFirst(tx, deps, who, row)
  const taken = await takenFirst(tx, deps, who, row)
  return moveTicket(tx, deps, who, taken, {
    step: 'worked',
    entry: to === who.staffId ? { kind: 'taken' } : { kind: 'handedOver', text, refersTo: to },
    patch: { assigned_to: to, snoozed_until: null },
  })
}

/** Puts it away until then; the date it is due stays. @throws RefusalError NOT_FOUND, WRONG_STATE, VALIDATION_FAILED */
export async function snoozeTicket(
  tx: Db,
  deps: TicketDeps,
  who: StaffWho,
  { ticketNo, until }: { readonly ticketNo: string; readonly until: Instant },
): Promise<TicketRow> {
  const row = await reachTicket(tx, who, ticketNo)
  requireOpen(row)
  const last = startOfDay(addDays(toTokyoDate(who.now), SNOOZE_DAYS + 1))
  if (!isBefore(who.now, until) || !isBefore(until, last))
    throw new RefusalError({
      code: 'VALIDATION_FAILED',
      fields: { until: [`いまより後、${SNOOZE_DAYS}日以内の日時を選んでください。`] },
    })
  const taken = await takenFirst(tx, deps, who, row)
  return moveTicket(tx, deps, who, taken, {
    step: 'worked',
    entry: { kind: 'snoozed' },
    patch: { snoozed_until: until },
  })
}

/** Says whose case it is, once. @throws RefusalError NOT_FOUND, WRONG_STATE */
export async function setMember(
  tx: Db,
  deps: TicketDeps,
  who: StaffWho,
  { ticketNo, accountId }: { readonly ticketNo: string; readonly accountId: string },
): Promise<TicketRow> {
  const row = await reachTicket(tx, who, ticketNo)
  return nameMember(tx, deps, who, row, accountId)
}
