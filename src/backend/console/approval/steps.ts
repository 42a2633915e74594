import { defineAggregate } from '#backend/step/take-step.ts'
import { approvalStates } from '#domain/console/approval-states.ts'
import type { ApprovalRow } from './rows.ts'

const recorded = (audit: string) => ({
  audit,
  details: ({ operation, target, facts_hash: facts, failure }: ApprovalRow) => ({
    operation,
    about: target,
    facts,
    ...(failure === null ? {} : { failure }),
  }),
})

/** Every step of a proposal. The member reads of what is carried out in the entry of the operation itself, too. */
export const approvals = defineAggregate({
  table: 'approval',
  key: ['approval_no'],
  machine: approvalStates,
  chain: (row) => row.contract_id ?? row.account_id ?? 'system',
  target: (row) => row.approval_no,
  accountId: (row) => row.account_id ?? undefined,
  steps: {
    approved: recorded('approval-given'),
    executed: recorded('approval-carried-out'),
    refused: recorded('approval-refused'),
    withdrawn: recorded('approval-withdrawn'),
    expired: recorded('approval-expired'),
    facts_differed: recorded('approval-stale'),
    failed: recorded('approval-failed'),
  },
})
