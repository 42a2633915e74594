import { getTicket } from '#backend/contact/public.ts'
import { findItems } from '#backend/console/ticket/public.ts'
import type { SignedInStaff } from '#backend/caller.ts'
import type { Db } from '#backend/db/connect.ts'
import { notFound, RefusalError } from '#backend/refusal.ts'
import { mayOpenFor } from '#domain/console/grant-parts.ts'
import { isOpenTicket } from '#domain/contact/ticket-states.ts'
import { caseReasons, type CaseReason, type WorkQueue } from '#vocabulary/console.ts'

type Asked = {
  readonly staff: SignedInStaff
  readonly ticketNo: string
  readonly accountId: string
  readonly reason: CaseReason | undefined
  readonly about: WorkQueue | undefined
}

/**
 * Why a record is opened, and for which queue's item: as the case has it, not as whoever opens it says.
 * @throws RefusalError NOT_FOUND also for a case that is not this person's to read, TICKET_CLOSED, TICKET_WITHOUT_MEMBER,
 * TICKET_OF_ANOTHER, ROLE_MISSING, VALIDATION_FAILED
 */
export async function caseOf(
  db: Db,
  { staff, ticketNo, accountId, reason, about }: Asked,
): Promise<{ reason: CaseReason; about: WorkQueue | undefined }> {
  const ticket = await getTicket(db, ticketNo)
  if (ticket.restricted && !staff.roles.includes('privacy')) throw notFound()
  if (!isOpenTicket(ticket.state)) throw new RefusalError('TICKET_CLOSED')
  if (ticket.account_id === null) throw new RefusalError('TICKET_WITHOUT_MEMBER')
  if (ticket.account_id !== accountId) throw new RefusalError('TICKET_OF_ANOTHER')
  if (reason !== undefined && reason !== ticket.reason)
    throw refusedField('reason', `このお問い合わせの理由は「${caseReasons[ticket.reason]}」です。`)
  if (!mayOpenFor(staff.roles, ticket.reason)) throw new RefusalError('ROLE_MISSING')
  const queues = new Set((await findItems(db, ticketNo)).map((item) => item.queue))
  if (about !== undefined && !queues.has(about))
    throw refusedField('about', 'このお問い合わせに、その業務の件はありません。')
  const [only] = queues.size === 1 ? queues : []
  return { reason: ticket.reason, about: about ?? only }
}

const refusedField = (field: string, sentence: string) =>
  new RefusalError({ code: 'VALIDATION_FAILED', fields: { [field]: [sentence] } })
