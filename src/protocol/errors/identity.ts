import { type ErrorTable, conflict } from './error-table.ts'

/** Of identity checks. */
export const identityErrors = {
  IDENTITY_EXPIRED: conflict(
    '本人確認の有効時間が過ぎました。お手続き状況から、本人確認をやり直してください。',
    'The identity session has expired',
  ),
} as const satisfies ErrorTable
