import { findContractId } from '#backend/contract/of-account.ts'
import type { Db } from '#backend/db/connect.ts'
import { getRow, updateRows } from '#backend/db/rows.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { Acting } from '#backend/step/record-change.ts'
import type { TicketRow } from '../rows.ts'
import { moveTicket, type TicketDeps } from './move-ticket.ts'

/**
 * Says whose case it is, once; what was written in it before is that member's from then on. The caller has locked it.
 * @throws RefusalError NOT_FOUND for an account that is not there, WRONG_STATE where the case has its member
 */
export async function nameMember(
  tx: Db,
  deps: TicketDeps,
  who: Acting,
  row: TicketRow,
  accountId: string,
): Promise<TicketRow> {
  if (row.account_id !== null) throw new RefusalError('WRONG_STATE')
  await getRow(tx, 'account', { account_id: accountId }, () => new RefusalError('NOT_FOUND'))
  const contractId = await findContractId(tx, accountId)
  await updateRows(tx, 'ticket_event', { ticket_no: row.ticket_no }, { account_id: accountId })
  return moveTicket(tx, deps, who, row, {
    step: 'identified',
    entry: { kind: 'member' },
    patch: { account_id: accountId, contract_id: contractId ?? null },
  })
}
