import type { ErrorTable } from './error-table.ts'

/** Of the service itself. */
export const serviceErrors = {
  INTERNAL: {
    httpStatus: 500,
    message:
      'サーバーでエラーが起きました。操作が完了したかどうかはお手続き状況で確認できます。時間をおいてもう一度お試しください。',
    log: 'Unexpected failure',
  },
  UNAVAILABLE: {
    httpStatus: 503,
    message:
      'ただいまアクセスできない状態です。ご契約とデータに影響はありません。数分後にもう一度お試しください。',
    log: 'The database or the service is not available',
  },
  OUTSIDE_NO_ANSWER: {
    httpStatus: 503,
    message:
      '連携先のシステムから応答がありません。受け付け済みの手続きは、応答があり次第こちらで進めます。お手続き状況を確認してください。',
    log: 'An outside system gave no answer in time',
  },
} as const satisfies ErrorTable
