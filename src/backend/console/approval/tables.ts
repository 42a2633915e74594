import type { ColumnType } from 'kysely'
import { column, internal, key, ofAccount, said, sealed, table } from '#backend/table.ts'
import type { ApprovalState } from '#domain/console/approval-states.ts'
import { staffRoles, type StaffRole } from '#vocabulary/console.ts'
import { guardedOperations, type GuardedOperation } from '#vocabulary/guarded.ts'
import { approvalStateWords } from '#vocabulary/states/approval.ts'
import type { ApprovalFact } from './rows.ts'

export const requestAad = (approvalNo: string) => `approval.request:${approvalNo}`

export const approvalTables = [
  /** What two people of the staff do; rows about nobody (a compensation of many lines) have no account and stay. */
  table('approval', ofAccount('担当者2人で確認した操作', 'settings'), {
    approval_no: column<string>('番号'),
    operation: column<GuardedOperation>(said('操作', guardedOperations)),
    request_sealed: sealed<string, { approval_no: string }>({
      aad: ({ approval_no }) => requestAad(approval_no),
      omit: 'internal',
    }),
    /** What the proposer was shown; what the approver is shown must not differ. */
    facts: internal<ColumnType<ApprovalFact[], string, never>>(),
    facts_hash: internal<string>(),
    account_id: key<string | null>(),
    contract_id: key<string | null>(),
    target: internal<string>(),
    ticket_no: column<string>('お問い合わせ番号'),
    reason: column<string>('理由'),
    state: column<ApprovalState>(said('状態', approvalStateWords)),
    proposed_by: internal<string>(),
    proposed_role: column<StaffRole>(said('提案した担当', staffRoles)),
    proposed_at: column<Temporal.Instant>('提案した日時'),
    until: column<Temporal.Instant>('承認の期限'),
    decided_by: internal<string | null>(),
    decided_role: column<StaffRole | null>({
      title: '決めた担当',
      show: (role) => (role === null ? null : staffRoles[role]),
    }),
    decided_at: column<Temporal.Instant | null>('決めた日時'),
    decision_reason: column<string | null>('決めた理由'),
    failure: internal<string | null>(),
  }),
]
