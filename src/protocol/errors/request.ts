import { conflict, type ErrorTable, failure } from './error-table.ts'

/** Of the request itself. */
export const requestErrors = {
  VALIDATION_FAILED: failure(
    400,
    '入力内容に誤りがあります。項目ごとの説明を確認し、入力し直してください。',
    'The query or body does not match its schema',
  ),
  NOT_SIGNED_IN: failure(
    401,
    'ログインの有効時間が切れたか、まだログインしていません。ログインしてからもう一度お試しください。',
    'No session, or it has expired',
  ),
  FORGERY_SUSPECTED: failure(
    403,
    '安全のため操作を中止しました。画面の有効時間が切れた可能性があります。画面を開き直して、もう一度お試しください。',
    'The anti-forgery token or the origin does not match',
  ),
  ACCESS_DENIED: failure(
    403,
    'このページは、ご契約中の方だけがご利用いただけます。ご契約のアカウントでログインしているか確認してください。',
    'The caller is signed in but not entitled',
  ),
  FRESH_LOGIN_REQUIRED: failure(
    403,
    '大切な手続きのため、ご本人であることをもう一度確認します。ログインし直してから続けてください。',
    'The last login is too old for this procedure',
  ),
  SECOND_FACTOR_REQUIRED: failure(
    403,
    '大切な手続きのため、確認コードによるご本人の確認が必要です。確認を済ませてから続けてください。',
    'No login with a second factor lately',
  ),
  STRONG_PROOF_REQUIRED: failure(
    403,
    'このお手続きには、パスキー、または本人確認書類のICチップによるご本人の確認が必要です。確認を済ませてから続けてください。',
    'Neither a passkey nor an IC chip was shown lately',
  ),
  NEW_DEVICE_WAIT: failure(
    403,
    'はじめてログインした端末では、安全のため、24時間のあいだこの手続きを受け付けていません。以前からお使いの端末でログインするか、時間をおいてお試しください。',
    'The first login from this device was less than a day ago',
  ),
  NOT_FOUND: failure(
    404,
    '指定された情報は見つかりませんでした。マイページのトップから開き直してください。',
    'Unknown, or another member’s',
  ),
  METHOD_NOT_ALLOWED: failure(
    405,
    'この操作は受け付けられません。画面を開き直して、もう一度お試しください。',
    'The path exists but not with this method',
  ),
  BODY_TOO_LARGE: failure(
    413,
    '送信された内容が大きすぎます。入力を短くして、もう一度お試しください。',
    'The request body exceeds the limit',
  ),
  FORM_UNREADABLE: failure(
    400,
    '送信された内容を読み取れませんでした。画面を開き直して、もう一度お試しください。',
    'The body is no form',
  ),
  FORM_TYPE_UNKNOWN: failure(
    415,
    'この形式で送信された内容は受け付けられません。画面を開き直して、もう一度お試しください。',
    'The body is of another type than a form',
  ),
  IDEMPOTENCY_KEY_REUSED: failure(
    422,
    'この確認画面からの手続きは、別の内容で受け付け済みです。お手続き状況を確認してから、最初の画面からやり直してください。',
    'Idempotency-Key was used before with another body',
  ),
  IDEMPOTENCY_IN_FLIGHT: conflict(
    '同じ手続きを処理しています。数秒待ってから、画面を開き直してください。',
    'A request with this Idempotency-Key is still running',
  ),
  TOO_MANY_REQUESTS: failure(
    429,
    '短い時間に操作が続いたため、いったん受け付けを止めています。しばらく待ってから、もう一度お試しください。',
    'Rate limit reached',
  ),
  CHANGED_MEANWHILE: conflict(
    '別の画面での操作により、ご契約の内容が変わりました。最新の内容を確認してから、もう一度お試しください。',
    'The row changed since it was shown',
  ),
  CONDITIONS_CHANGED: conflict(
    '確認画面を開いたあとで、料金または適用日が変わりました。新しい内容を確認してから、お申し込みください。',
    'The estimate shown at the confirm step no longer holds (cut-off or rate passed)',
  ),
  WRONG_STATE: conflict(
    'お手続きの状態が変わったため、この操作はできません。お手続き状況で最新の状態を確認してください。',
    'The state table has no such step from here',
  ),
  WRONG_ACTOR: failure(
    403,
    'この操作は、お客さまの画面からは行えません。お手続き状況を確認してください。',
    'The state table reserves this step for another actor',
  ),
  TERMS_OUTDATED: conflict(
    '確認いただいた文面が改定されました。新しい文面を確認してから、もう一度お申し込みください。',
    'The agreed version is not the version in force',
  ),
} as const satisfies ErrorTable

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
