import { type ErrorTable, conflict } from './error-table.ts'

/** Of operations that two people of the staff do. */
export const approvalErrors = {
  NOTHING_WAITS: conflict(
    'この項目は、もう対応を待っていません。一覧を開き直してください。',
    'Nothing waits for this decision any more',
  ),
  APPROVAL_OPEN: conflict(
    '同じ内容の提案が、すでに承認を待っています。「承認」の一覧で確認してください。',
    'The same operation is proposed for the same thing',
  ),
  APPROVAL_OVER: conflict(
    'この提案はすでに決まったか、期限が過ぎています。一覧を開き直してください。',
    'The proposal is no longer open',
  ),
  APPROVAL_SAME_PERSON: conflict(
    '提案した本人は承認できません。別の人に依頼してください。',
    'The approver has proposed it',
  ),
  APPROVAL_INVOLVED: conflict(
    'このお問い合わせを受けた人や、電話の相手を確認した人は承認できません。別の人に依頼してください。',
    'The approver has opened the case or proved the caller',
  ),
  OUTAGE_OVER: conflict(
    'この障害・工事はすでに終わっています。新しく掲載してください。',
    'The outage is over or was called off',
  ),
  APPROVAL_NOBODY_ELSE: conflict(
    '承認できる人がほかにいないため、提案できません。責任者に相談してください。',
    'Nobody else has a role that approves it',
  ),
} as const satisfies ErrorTable
