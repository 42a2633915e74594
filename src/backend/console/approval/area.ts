import type { ConsoleAreaHandlers } from '#backend/area.ts'
import { staffOf, type Caller } from '#backend/caller.ts'
import { whoOfStaff } from '#backend/contract/who.ts'
import type { DatabaseHandle } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'
import { recordNote } from '#backend/step/record-change.ts'
import { slipFields, type SlipField } from '#vocabulary/guarded.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { approve, refuse, withdraw } from './commands/decide.ts'
import type { GuardedDeps } from './commands/guarded.ts'
import { propose } from './commands/propose.ts'
import { operationOf } from './procedure.ts'
import {
  listApprovals,
  roleToSee,
  toWireApproval,
  toWireApprovals,
  type StaffBy,
} from './queries/approvals.ts'
import { isUnchanged, requestOf, subjectNow } from './queries/subject-now.ts'
import { findApproval, ofMember, type ApprovalRow } from './rows.ts'

export { expireApprovals } from './commands/decide.ts'

export const createApprovalArea = (deps: ApprovalDeps) => ({
  handlers: approvalHandlers(deps),
})

type ApprovalDeps = GuardedDeps & { readonly database: DatabaseHandle }

/** Operations that two people of the staff do (protocol/console/approval.ts). */
const approvalHandlers = (deps: ApprovalDeps) =>
  ({
    consoleApprovalsGet: async ({ query }, caller) => {
      const who = byStaff(caller)
      const decided = query.decided === true
      const rows = await listApprovals(caller.db, who.session, { decided })
      return { approvals: await toWireApprovals(caller.db, deps, rows, who) }
    },

    consoleApprovalGet: async ({ query }, caller) => {
      const who = byStaff(caller)
      const row = await findApproval(caller.db, query.approvalNo)
      const role = roleToSee(row, who.session)
      if (role === undefined) throw new RefusalError('ROLE_MISSING')
      await noteLook(deps, { ...who, role }, row)
      const request = requestOf(deps, row)
      const subject = await subjectNow(caller.db, deps, request)
      const { slip } = operationOf(request)
      const isBlind = row.state === 'proposed' && row.proposed_by !== who.session.staffId
      return {
        ...(await toWireApproval(caller.db, row, who)),
        facts: [...row.facts],
        ...(subject === undefined ? {} : { factsNow: [...subject.facts] }),
        hasChanged: !isUnchanged(row, subject),
        typedBlind: slip !== undefined && isBlind ? [...namesOf(slipFields)] : [],
        typed: slip === undefined || isBlind ? [] : wordsOfSlip(slip),
      }
    },

    consoleApprovalProposePost: async ({ body }, caller) => {
      const who = byStaff(caller)
      return toWireApproval(caller.db, await propose(caller.db, deps, who, body), who)
    },

    consoleApprovalApprovePost: async ({ body }, caller) => {
      const who = byStaff(caller)
      return toWireApproval(caller.db, await approve(caller.db, deps, who, body), who)
    },

    consoleApprovalRefusePost: async ({ body }, caller) => {
      const who = byStaff(caller)
      return toWireApproval(caller.db, await refuse(caller.db, deps, who, body), who)
    },

    consoleApprovalWithdrawPost: async ({ body }, caller) => {
      const who = byStaff(caller)
      return toWireApproval(caller.db, await withdraw(caller.db, who, body.approvalNo), who)
    },
  }) satisfies ConsoleAreaHandlers

const wordsOfSlip = (slip: Readonly<Record<SlipField, string>>) =>
  namesOf(slipFields).map((name) => ({ label: slipFields[name], value: slip[name] }))

const byStaff = (caller: Caller): StaffBy => ({
  ...whoOfStaff(caller),
  session: staffOf(caller),
})

/** What the approver is shown of a member stands in the member's record before it is shown: committed by itself. */
async function noteLook({ database }: ApprovalDeps, who: StaffBy, row: ApprovalRow) {
  if (row.account_id === null && row.contract_id === null) return
  await database.db
    .transaction()
    .execute((tx) =>
      recordNote(
        tx,
        { ...who, caseNo: row.ticket_no, ...ofMember(row) },
        { action: 'approval-read', target: row.approval_no, details: { about: row.target } },
      ),
    )
}
