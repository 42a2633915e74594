import type { Db } from '#backend/db/connect.ts'
import { newReadableNo } from '#backend/db/ids.ts'
import { columnsOf, findRow, not } from '#backend/db/rows.ts'
import { RefusalError } from '#backend/refusal.ts'
import { actingAs } from '#backend/staff-access.ts'
import { recordNote } from '#backend/step/record-change.ts'
import { APPROVAL_HOURS } from '#domain/console/approval-states.ts'
import { rolesFor } from '#domain/console/acts.ts'
import type { StaffRole } from '#vocabulary/console.ts'
import type { StaffBy } from '../queries/approvals.ts'
import { hashFacts, insertApproval, ofMember, type ApprovalRow } from '../rows.ts'
import { requestAad } from '../tables.ts'
import type { GuardedDeps, GuardedRequest } from './guarded.ts'
import { operationOf } from '../procedure.ts'

/**
 * Proposes an operation that another person has to approve within 24 hours.
 * @throws RefusalError ROLE_MISSING, NOTHING_WAITS, APPROVAL_OPEN, APPROVAL_NOBODY_ELSE
 */
export async function propose(
  tx: Db,
  deps: GuardedDeps,
  who: StaffBy,
  request: GuardedRequest,
): Promise<ApprovalRow> {
  const { act, facts } = operationOf(request)
  const { role, staffId } = actingAs(who.session, act, 'proposes')
  await requireTicket(tx, request.ticketNo)
  const subject = await facts(tx, deps)
  if (!(await couldApprove(tx, staffId, rolesFor(act, 'approves'))))
    throw new RefusalError('APPROVAL_NOBODY_ELSE')
  const approvalNo = newReadableNo('K')
  const row: ApprovalRow = {
    approval_no: approvalNo,
    operation: request.operation,
    request_sealed: deps.sealing.seal(requestAad(approvalNo), JSON.stringify(request)),
    facts: [...subject.facts],
    facts_hash: hashFacts(subject.facts),
    account_id: subject.accountId ?? null,
    contract_id: subject.contractId ?? null,
    target: subject.target,
    ticket_no: request.ticketNo,
    reason: request.reason,
    state: 'proposed',
    proposed_by: staffId,
    proposed_role: role,
    proposed_at: who.now,
    until: who.now.add({ hours: APPROVAL_HOURS }),
    decided_by: null,
    decided_role: null,
    decided_at: null,
    decision_reason: null,
    failure: null,
  }
  await insertApproval(tx, row)
  await recordNote(
    tx,
    { ...who, role, caseNo: request.ticketNo, ...ofMember(row) },
    {
      action: 'approval-proposed',
      target: approvalNo,
      details: { operation: request.operation, about: subject.target, reason: request.reason },
    },
  )
  return row
}

/** @throws RefusalError VALIDATION_FAILED beside the field */
async function requireTicket(tx: Db, ticketNo: string) {
  if ((await findRow(tx, 'ticket', { ticket_no: ticketNo })) !== undefined) return
  const fields = { ticketNo: ['この番号のお問い合わせはありません。番号を確認してください。'] }
  throw new RefusalError({ code: 'VALIDATION_FAILED', fields })
}

/** Whether somebody else of the staff has a role that approves it. */
async function couldApprove(
  tx: Db,
  staffId: string,
  roles: readonly StaffRole[],
): Promise<boolean> {
  const others = await columnsOf(tx, 'staff', ['roles'], { staff_id: not(staffId), left_at: null })
  return others.some((one) => one.roles.some((role) => roles.includes(role)))
}
