import type { ErrorTable } from './error-table.ts'

/** Of identity checks. */
export const identityErrors = {
  IDENTITY_EXPIRED: {
    httpStatus: 409,
    message: '本人確認の有効時間が過ぎました。お手続き状況から、本人確認をやり直してください。',
    log: 'The identity session has expired',
  },
} as const satisfies ErrorTable
