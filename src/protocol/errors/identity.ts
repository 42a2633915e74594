import { type ErrorTable, conflict } from './error-table.ts'

/** Of identity checks. */
export const identityErrors = {
  IDENTITY_EXPIRED: conflict(
    '本人確認の有効時間が過ぎました。お手続き状況から、本人確認をやり直してください。',
    'The identity session has expired',
  ),
  IDENTITY_ON_OTHER_DEVICE: conflict(
    'この手続きは、ほかの端末で始められています。ご本人の確認は、手続きを始めた端末で済ませてください。お心当たりがないときは、取りやめてください。',
    'Only the session that began it shows the proof for it',
  ),
} as const satisfies ErrorTable
