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
  OUTCOME_UNKNOWN: {
    httpStatus: 503,
    message:
      'お手続きの結果を確認できませんでした。受け付けが済んでいることがあります。もう一度お手続きなさる前に、お手続き状況（データチャージは「データ」）でご確認ください。',
    log: 'The answer to COMMIT was lost, and nobody could say what became of it',
  },
  OUTSIDE_NO_ANSWER: {
    httpStatus: 503,
    message:
      '連携先のシステムから応答がありません。受け付け済みの手続きは、応答があり次第こちらで進めます。お手続き状況を確認してください。',
    log: 'An outside system gave no answer in time',
  },
} as const satisfies ErrorTable
