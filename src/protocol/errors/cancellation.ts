import type { ErrorTable } from './error-table.ts'

/** Of cancellation and port-out. */
export const cancellationErrors = {
  INITIAL_CANCEL_PERIOD_OVER: {
    httpStatus: 409,
    message:
      '初期契約解除の期間（契約書面を受け取った日から8日間）が過ぎました。通常の解約はいつでもお手続きいただけます。',
    log: 'The eight days are over',
  },
  INITIAL_CANCEL_NOT_APPLICABLE: {
    httpStatus: 409,
    message:
      'このご契約は、初期契約解除の対象ではありません。通常の解約はいつでもお手続きいただけます。',
    log: 'Not subject to initial cancellation',
  },
  INITIAL_CANCEL_SUBMITTED: {
    httpStatus: 409,
    message: '初期契約解除は、すでに受け付けています。お手続き状況を確認してください。',
    log: 'The initial cancellation is submitted already',
  },
  RETURN_URL_NOT_ALLOWED: {
    httpStatus: 403,
    message:
      '移転先の事業者の戻り先が登録されていないため、中止しました。移転先の申し込み画面からやり直してください。',
    log: 'The return address is not on the allow-list',
  },
  HANDOFF_TOKEN_INVALID: {
    httpStatus: 409,
    message:
      'この手続きの有効時間が過ぎたか、すでに使用されています。移転先の申し込み画面からやり直してください。',
    log: 'The one-stop token is unknown, used or expired',
  },
} as const satisfies ErrorTable
