import { moveTicket, type TicketDeps, type TicketRow } from '#backend/contact/public.ts'
import type { StaffWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'
import { isOpenTicket } from '#domain/contact/ticket-states.ts'

/** @throws RefusalError WRONG_STATE where nothing is left to do */
export function requireOpen({ state }: TicketRow): void {
  if (!isOpenTicket(state)) throw new RefusalError('WRONG_STATE')
}

/** Who does something in a new ticket has taken it. */
export async function takenFirst(
  tx: Db,
  deps: TicketDeps,
  who: StaffWho,
  row: TicketRow,
): Promise<TicketRow> {
  if (row.state !== 'new') return row
  return moveTicket(tx, deps, who, row, {
    step: 'taken',
    entry: { kind: 'taken' },
    patch: { assigned_to: who.staffId },
  })
}
