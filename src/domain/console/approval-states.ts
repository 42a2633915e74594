import { approvalStateWords } from '#vocabulary/states/approval.ts'
import { machine, type StateOf } from '../machine.ts'

/** Hours for which a proposal can be approved (ours). */
export const APPROVAL_HOURS = 24

/**
 * An operation that two people of the staff do: one proposes, another approves, and then it is carried out once, in the
 * transaction that approves it. Facts that differ from those proposed make it stale.
 */
export const approvalStates = machine({
  name: 'approval',
  title: '2人で行う操作の提案',
  initial: 'proposed',
  states: approvalStateWords,
  events: {
    approved: ['staff'],
    executed: ['staff'],
    refused: ['staff'],
    withdrawn: ['staff'],
    expired: ['system', 'staff'],
    facts_differed: ['staff'],
    failed: ['staff'],
  },
  terminal: ['executed', 'refused', 'withdrawn', 'expired', 'stale', 'failed'],
  table: {
    proposed: {
      approved: 'approved',
      refused: 'refused',
      withdrawn: 'withdrawn',
      expired: 'expired',
      facts_differed: 'stale',
      failed: 'failed',
    },
    approved: { executed: 'executed' },
  },
})

export type ApprovalState = StateOf<typeof approvalStates>
