import { type ErrorTable, failure } from './error-table.ts'

/** Of the service itself. */
export const serviceErrors = {
  INTERNAL: failure(
    500,
    'サーバーでエラーが起きました。操作が完了したかどうかはお手続き状況で確認できます。時間をおいてもう一度お試しください。',
    'Unexpected failure',
  ),
  UNAVAILABLE: failure(
    503,
    'ただいまアクセスできない状態です。ご契約とデータに影響はありません。数分後にもう一度お試しください。',
    'The database or the service is not available',
  ),
  OUTCOME_UNKNOWN: failure(
    503,
    'お手続きの結果を確認できませんでした。受け付けが済んでいることがあります。もう一度お手続きなさる前に、お手続き状況（データチャージは「データ」）でご確認ください。',
    'The answer to COMMIT was lost, and nobody could say what became of it',
  ),
  OUTSIDE_NO_ANSWER: failure(
    503,
    '連携先のシステムから応答がありません。受け付け済みの手続きは、応答があり次第こちらで進めます。お手続き状況を確認してください。',
    'An outside system gave no answer in time',
  ),
} as const satisfies ErrorTable
