import { submitInitialCancel } from '#backend/cancellation/public.ts'
import { findContractId } from '#backend/contract/of-account.ts'
import type { StaffWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { notFound, RefusalError } from '#backend/refusal.ts'
import { isOpenTicket } from '#domain/contact/ticket-states.ts'
import { reachTicket } from './reach-ticket.ts'

type Deps = Pick<ProcedureDeps, 'engine' | 'queue' | 'book'>

/**
 * Takes an initial cancellation that came as a letter (初期契約解除の書面): it counts from the day of its postmark.
 * @throws RefusalError TICKET_CLOSED, LETTER_WITHOUT_DATE, TICKET_WITHOUT_MEMBER, and as the member is refused on that day
 */
export async function cancelByLetter(tx: Db, deps: Deps, who: StaffWho, ticketNo: string) {
  const ticket = await reachTicket(tx, who, ticketNo)
  if (!isOpenTicket(ticket.state)) throw new RefusalError('TICKET_CLOSED')
  const { channel, posted_on: postedOn, account_id: accountId } = ticket
  if (channel !== 'letter' || postedOn === null) throw new RefusalError('LETTER_WITHOUT_DATE')
  if (accountId === null) throw new RefusalError('TICKET_WITHOUT_MEMBER')
  const contractId = ticket.contract_id ?? (await findContractId(tx, accountId))
  if (contractId === undefined) throw notFound()
  const acting = { ...who, accountId, contractId, caseNo: ticketNo }
  const order = await submitInitialCancel(tx, deps, acting, { postedOn })
  return { orderNo: order.order_no, effectiveOn: postedOn }
}
