import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { atMost, columnsOf } from '#backend/db/rows.ts'
import { RefusalError } from '#backend/refusal.ts'
import { actingAs } from '#backend/staff-access.ts'
import { withoutMessages } from '#backend/step/record-change.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { isBefore } from '#domain/tokyo.ts'
import { slipFields, type SlipField } from '#vocabulary/guarded.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import type { StaffBy } from '../queries/approvals.ts'
import { isInvolved } from '../queries/involved.ts'
import { isUnchanged, requestOf, subjectNow } from '../queries/subject-now.ts'
import { lockApproval, ofMember, type ApprovalRow } from '../rows.ts'
import { approvals } from '../steps.ts'
import type { GuardedDeps } from './guarded.ts'
import { operationOf } from '../procedure.ts'

/**
 * Approves what another person has proposed, and carries it out in the same transaction, once. What has lapsed, differs
 * from what was proposed or cannot be carried out ends so: its state says it, and nothing else is changed.
 * @throws RefusalError APPROVAL_OVER, APPROVAL_SAME_PERSON, APPROVAL_INVOLVED, ROLE_MISSING, VALIDATION_FAILED
 */
export async function approve(
  tx: Db,
  deps: GuardedDeps,
  who: StaffBy,
  { approvalNo, ...typed }: { readonly approvalNo: string } & Typed,
): Promise<ApprovalRow> {
  const { staffId } = who.session
  const row = await lockOpen(tx, approvalNo)
  if (row.proposed_by === staffId) throw new RefusalError('APPROVAL_SAME_PERSON')
  const request = requestOf(deps, row)
  const operation = operationOf(request)
  const { role } = actingAs(who.session, operation.act, 'approves')
  if (await isInvolved(tx, staffId, row.ticket_no)) throw new RefusalError('APPROVAL_INVOLVED')
  const by = { ...who, role, caseNo: row.ticket_no, ...ofMember(row) }
  const decided = { decided_by: staffId, decided_role: role, decided_at: who.now }
  if (!isBefore(who.now, row.until))
    return takeStep(tx, withoutMessages, by, approvals, { row, step: 'expired' })
  await operation.lock(tx)
  if (!isUnchanged(row, await subjectNow(tx, deps, request)))
    return takeStep(tx, withoutMessages, by, approvals, { row, step: 'facts_differed' })
  if (operation.slip !== undefined && !isSameSlip(operation.slip, typed))
    return takeStep(tx, withoutMessages, by, approvals, {
      row,
      step: 'refused',
      patch: { ...decided, decision_reason: SLIPS_DIFFER },
    })
  const people = { proposedBy: row.proposed_by, approvedBy: staffId }
  const failure = await attempt(tx, async () => {
    const given = { row, step: 'approved', patch: decided } as const
    const approved = await takeStep(tx, withoutMessages, by, approvals, given)
    await operation.run(tx, deps, by, people)
    await takeStep(tx, withoutMessages, by, approvals, { row: approved, step: 'executed' })
  })
  if (failure === undefined) return lockApproval(tx, approvalNo)
  return takeStep(tx, withoutMessages, by, approvals, {
    row,
    step: 'failed',
    patch: { ...decided, failure },
  })
}

type Typed = Readonly<Partial<Record<SlipField, string | undefined>>>

/** Both begin again: who could try until it fits would not have read the slip. */
const SLIPS_DIFFER =
  '2人が控えから読み取った値が、合いませんでした。控えを見て、はじめから提案してください。'

/** @throws RefusalError VALIDATION_FAILED for what was not typed */
function isSameSlip(slip: Readonly<Record<SlipField, string>>, typed: Typed): boolean {
  const missing = namesOf(slipFields).filter((name) => (typed[name] ?? '') === '')
  if (missing.length > 0) {
    const sentence = (name: SlipField) => [`${slipFields[name]}を、控えから入力してください。`]
    const fields = Object.fromEntries(missing.map((name) => [name, sentence(name)]))
    throw new RefusalError({ code: 'VALIDATION_FAILED', fields })
  }
  return namesOf(slipFields).every((name) => typed[name] === slip[name])
}

/** @throws RefusalError APPROVAL_OVER, APPROVAL_SAME_PERSON, ROLE_MISSING */
export async function refuse(
  tx: Db,
  deps: GuardedDeps,
  who: StaffBy,
  { approvalNo, reason }: { readonly approvalNo: string; readonly reason: string },
): Promise<ApprovalRow> {
  const { staffId } = who.session
  const row = await lockOpen(tx, approvalNo)
  if (row.proposed_by === staffId) throw new RefusalError('APPROVAL_SAME_PERSON')
  const { role } = actingAs(who.session, operationOf(requestOf(deps, row)).act, 'approves')
  return takeStep(
    tx,
    withoutMessages,
    { ...who, role, caseNo: row.ticket_no, ...ofMember(row) },
    approvals,
    {
      row,
      step: 'refused',
      patch: {
        decided_by: staffId,
        decided_role: role,
        decided_at: who.now,
        decision_reason: reason,
      },
    },
  )
}

/** @throws RefusalError APPROVAL_OVER, ROLE_MISSING for what somebody else has proposed */
export async function withdraw(tx: Db, who: StaffBy, approvalNo: string): Promise<ApprovalRow> {
  const row = await lockOpen(tx, approvalNo)
  if (row.proposed_by !== who.session.staffId) throw new RefusalError('ROLE_MISSING')
  const by = { ...who, role: row.proposed_role, caseNo: row.ticket_no, ...ofMember(row) }
  return takeStep(tx, withoutMessages, by, approvals, {
    row,
    step: 'withdrawn',
    patch: { decided_by: who.session.staffId, decided_at: who.now },
  })
}

/** Hourly: what nobody has approved in time. */
export async function expireApprovals(
  deps: { readonly database: { readonly db: Db } },
  now: Temporal.Instant,
) {
  const due = await columnsOf(deps.database.db, 'approval', ['approval_no'], {
    state: 'proposed',
    until: atMost(now),
  })
  for (const { approval_no: approvalNo } of due)
    await deps.database.db.transaction().execute(async (tx) => {
      const row = await lockApproval(tx, approvalNo)
      if (row.state !== 'proposed') return
      await takeStep(
        tx,
        withoutMessages,
        { actor: 'system', now, caseNo: row.ticket_no, ...ofMember(row) },
        approvals,
        { row, step: 'expired' },
      )
    })
}

/** @throws RefusalError NOT_FOUND, APPROVAL_OVER */
async function lockOpen(tx: Db, approvalNo: string): Promise<ApprovalRow> {
  const row = await lockApproval(tx, approvalNo)
  if (row.state !== 'proposed') throw new RefusalError('APPROVAL_OVER')
  return row
}

/** Runs it within the transaction. @returns why it cannot be carried out, with nothing of it done */
async function attempt(tx: Db, run: () => Promise<void>): Promise<string | undefined> {
  await sql`savepoint guarded`.execute(tx)
  try {
    await run()
    await sql`release savepoint guarded`.execute(tx)
    return undefined
  } catch (error) {
    if (!(error instanceof RefusalError || error instanceof RangeError)) throw error
    await sql`rollback to savepoint guarded`.execute(tx)
    return error instanceof RefusalError ? error.refusal.code : error.message
  }
}
