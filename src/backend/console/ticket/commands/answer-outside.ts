import { moveTicket, type TicketDeps, type TicketRow } from '#backend/contact/public.ts'
import type { StaffWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import { mayConfirm, maySayOutside, type Mandate } from '#domain/contact/ticket.ts'
import { isFromOutside } from '#vocabulary/contact.ts'
import { requireOpen } from './open-state.ts'
import { reachTicket } from './reach-ticket.ts'

const mandateOf = (row: TicketRow): Mandate => ({
  notedBy: row.mandate_noted_by,
  confirmedBy: row.mandate_confirmed_by,
})

/**
 * The member's written mandate: one person notes it, another confirms having seen it.
 * @throws RefusalError NOT_FOUND, WRONG_STATE, MANDATE_MISSING, MANDATE_SAME_PERSON
 */
export async function keepMandate(
  tx: Db,
  deps: TicketDeps,
  who: StaffWho,
  given: { readonly ticketNo: string; readonly step: 'note' | 'confirm'; readonly text: string },
): Promise<TicketRow> {
  const { ticketNo, step, text } = given
  const row = await reachTicket(tx, who, ticketNo)
  requireOpen(row)
  if (!isFromOutside(row.channel) || row.mandate_confirmed_by !== null)
    throw new RefusalError('WRONG_STATE')
  if (step === 'note')
    return moveTicket(tx, deps, who, row, {
      step: 'mandated',
      entry: { kind: 'mandateNoted', text },
      patch: { mandate_noted_by: who.staffId },
    })
  requireOk(mayConfirm(mandateOf(row), who.staffId))
  return moveTicket(tx, deps, who, row, {
    step: 'confirmed',
    entry: { kind: 'mandateConfirmed', text },
    patch: { mandate_confirmed_by: who.staffId },
  })
}

/**
 * Writes down what was answered to a centre or a ministry; the answer itself goes out by their way.
 * @throws RefusalError NOT_FOUND, WRONG_STATE, MANDATE_MISSING
 */
export async function answerOutside(
  tx: Db,
  deps: TicketDeps,
  who: StaffWho,
  { ticketNo, text }: { readonly ticketNo: string; readonly text: string },
): Promise<TicketRow> {
  const row = await reachTicket(tx, who, ticketNo)
  requireOpen(row)
  requireOk(maySayOutside(row.channel, mandateOf(row)))
  return moveTicket(tx, deps, who, row, {
    step: 'answeredOutside',
    entry: { kind: 'answeredOutside', text },
  })
}
