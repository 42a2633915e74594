import { lockTicket, type TicketRow } from '#backend/contact/public.ts'
import type { StaffWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { RefusalError, notFound } from '#backend/refusal.ts'
import { roleFor } from '#domain/console/acts.ts'
import { isFromOutside } from '#vocabulary/contact.ts'

/** What a member has reported of colleagues is read by who looks after personal data, and by nobody else. */
export const maySee = (
  { restricted }: Pick<TicketRow, 'restricted'>,
  { roles }: Pick<StaffWho, 'roles'>,
): boolean => !restricted || roles.includes('privacy')

/** The ticket, locked, if the person may see it. @throws RefusalError NOT_FOUND */
export async function reachTicket(tx: Db, who: StaffWho, ticketNo: string): Promise<TicketRow> {
  const row = await lockTicket(tx, ticketNo)
  if (!maySee(row, who)) throw notFound()
  return row
}

/** Cases of a centre or a ministry are answered and ended by who may (`ticket.legal`). */
export const mayAnswer = (
  { channel }: Pick<TicketRow, 'channel'>,
  { roles }: Pick<StaffWho, 'roles'>,
): boolean => !isFromOutside(channel) || roleFor(roles, 'ticket.legal', 'does') !== undefined

/** @throws RefusalError ROLE_MISSING */
export function requireAnswerer(
  { channel }: Pick<TicketRow, 'channel'>,
  who: Pick<StaffWho, 'roles'>,
): void {
  if (!mayAnswer({ channel }, who)) throw new RefusalError('ROLE_MISSING')
}
