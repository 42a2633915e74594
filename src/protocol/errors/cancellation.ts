import { type ErrorTable, conflict, failure } from './error-table.ts'

/** Of cancellation and port-out. */
export const cancellationErrors = {
  INITIAL_CANCEL_PERIOD_OVER: conflict(
    '初期契約解除の期間（契約書面を受け取った日から8日間）が過ぎました。通常の解約はいつでもお手続きいただけます。',
    'The eight days are over',
  ),
  INITIAL_CANCEL_NOT_APPLICABLE: conflict(
    'このご契約は、初期契約解除の対象ではありません。通常の解約はいつでもお手続きいただけます。',
    'Not subject to initial cancellation',
  ),
  INITIAL_CANCEL_SUBMITTED: conflict(
    '初期契約解除は、すでに受け付けています。お手続き状況を確認してください。',
    'The initial cancellation is submitted already',
  ),
  RETURN_URL_NOT_ALLOWED: failure(
    403,
    '移転先の事業者の戻り先が登録されていないため、中止しました。移転先の申し込み画面からやり直してください。',
    'The return address is not on the allow-list',
  ),
  HANDOFF_TOKEN_INVALID: conflict(
    'この手続きの有効時間が過ぎたか、すでに使用されています。移転先の申し込み画面からやり直してください。',
    'The one-stop token is unknown, used or expired',
  ),
} as const satisfies ErrorTable
