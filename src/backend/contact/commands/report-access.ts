import type { AccountWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { findRow } from '#backend/db/rows.ts'
import { notFound } from '#backend/refusal.ts'
import { formatMoment } from '#backend/mail/japanese-date.ts'
import { staffDeed } from '#vocabulary/audit-action.ts'
import { findAccess } from '../queries/record-access.ts'
import { lockAccount, type TicketRow } from '../rows.ts'
import type { TicketDeps } from './move-ticket.ts'
import { openTicket } from './open-ticket.ts'

/**
 * The member knows nothing of what the staff has read or done: a case for who looks after personal data, and for nobody
 * else. Reported again, it is the same case.
 * @throws RefusalError NOT_FOUND for an entry that is not the member's
 */
export async function reportAccess(
  tx: Db,
  deps: TicketDeps,
  who: AccountWho & { readonly contractId?: string | undefined },
  accessId: string,
): Promise<Pick<TicketRow, 'ticket_no'>> {
  const { accountId } = who
  await lockAccount(tx, accountId)
  const entry = await findAccess(tx, accountId, accessId)
  if (entry === undefined) throw notFound()
  const reported = await findRow(
    tx,
    'ticket_event',
    { account_id: accountId, kind: 'opened', refers_to: accessId },
    'ticket_no',
  )
  if (reported !== undefined) return reported
  return openTicket(tx, deps, who, {
    channel: 'mypage',
    reason: 'review',
    topic: 'access',
    accountId,
    contractId: who.contractId,
    isRestricted: true,
    refersTo: accessId,
    text: `${formatMoment(entry.at)}の「${staffDeed(entry.action)}」に心当たりがありません。`,
  })
}
