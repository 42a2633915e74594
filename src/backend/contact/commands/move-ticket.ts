import { findContractId } from '#backend/contract/of-account.ts'
import type { Db } from '#backend/db/connect.ts'
import { getRow, insertRow, updateRows } from '#backend/db/rows.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { Acting, Details, StepDeps } from '#backend/step/record-change.ts'
import { takeStep } from '#backend/step/take-step.ts'
import type { TicketEntry } from '#vocabulary/contact.ts'
import { ticketEventAad, type TicketRow } from '../rows.ts'
import { tickets, type TicketStep } from '../steps.ts'

export type TicketDeps = StepDeps & { readonly sealing: Sealing }

export type Entry = {
  readonly kind: TicketEntry
  readonly text?: string | undefined
  readonly refersTo?: string | undefined
}

/** One step of a ticket the caller has locked, and the entry that says so: the state follows from the entries (findings.ts). */
export async function moveTicket(
  tx: Db,
  deps: TicketDeps,
  who: Acting,
  row: TicketRow,
  {
    step,
    entry,
    patch = {},
    details,
  }: {
    readonly step: TicketStep
    readonly entry: Entry
    readonly patch?: Partial<Omit<TicketRow, 'state' | 'entries'>>
    readonly details?: Details
  },
): Promise<TicketRow> {
  const moved = await takeStep(tx, deps, inCase(who, row), tickets, {
    row,
    step,
    patch: { ...patch, entries: row.entries + 1 },
    ...(details && { details }),
  })
  await writeEntry(tx, deps, who, moved, entry)
  return moved
}

/** Appends what has happened, by the state the ticket has after it. */
export async function writeEntry(
  tx: Db,
  { sealing }: TicketDeps,
  { actor, now, staffId, role }: Acting,
  { ticket_no: ticketNo, entries: position, account_id: accountId, state }: TicketRow,
  { kind, text, refersTo }: Entry,
): Promise<void> {
  if (actor === 'carrier') throw new Error('the carrier writes in no ticket')
  await insertRow(tx, 'ticket_event', {
    ticket_no: ticketNo,
    position,
    account_id: accountId,
    at: now,
    kind,
    actor,
    staff_id: staffId ?? null,
    role: role ?? null,
    body_sealed: text === undefined ? null : sealing.seal(ticketEventAad(ticketNo, position), text),
    refers_to: refersTo ?? null,
    state,
  })
}

/** What is done in a ticket is done in that case. */
const inCase = (who: Acting, { ticket_no: caseNo }: TicketRow): Acting =>
  who.actor === 'staff' ? { ...who, caseNo } : who

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
