import { conflict, type ErrorTable, failure } from './error-table.ts'

/** Of the account and its partners. */
export const accountErrors = {
  CODE_WRONG: failure(
    422,
    '確認コードが違います。届いたコードを確認して、入力し直してください。',
    'The confirmation code does not match',
  ),
  CODE_EXPIRED: conflict(
    '確認コードの有効時間が過ぎました。新しいコードを送り直してください。',
    'The confirmation code has expired',
  ),
  CODE_LOCKED: conflict(
    '確認コードの入力の誤りが6回続いたため、このコードは使えなくなりました。しばらくたってから、新しいコードを送り直してください。',
    'Six wrong codes: locked until a new one is sent',
  ),
  CODE_SENT_RECENTLY: conflict(
    '確認コードを送ったばかりです。届いていないときは、迷惑メールの振り分けと電波の状態を確認し、しばらくたってから送り直してください。',
    'A code was sent a moment ago, or too many of them',
  ),
  NOTHING_TO_CHANGE: failure(
    422,
    '登録されている内容と同じです。変更する項目を入力し直してください。',
    'No field differs from the profile',
  ),
  PHONE_WITHOUT_SMS: failure(
    422,
    '確認コードをSMSで送るため、携帯電話の番号（060・070・080・090で始まる11桁）を入力してください。',
    'The number cannot receive a text message',
  ),
  NO_CHANGE_PENDING: conflict(
    '確認中の変更はありません。変更が済んだか、取り下げられています。お客さま情報を確認してください。',
    'No profile change is pending, or not this step of it',
  ),
  CHANGE_UNDER_REVIEW: conflict(
    '前回の変更を確認しているため、重ねて申し込めません。結果が出るか、取り下げてからお手続きください。',
    'A profile change is pending',
  ),
  EXPORT_UNDER_WAY: conflict(
    '持ち出すファイルを準備しています。できあがるまで、もうしばらくお待ちください。',
    'An export of this account is being gathered',
  ),
  ACCOUNT_IN_USE: conflict(
    'ご契約中のため、アカウントを削除できません。ご契約が終わったあとにお手続きください。',
    'The account has a contract that is not over',
  ),
  ACCOUNT_OWES: conflict(
    'お支払いか返金が済んでいない料金があるため、アカウントを削除できません。済んだあとにお手続きください。',
    'A bill is not settled',
  ),
  PARTNER_ALREADY_LINKED: conflict(
    'すでに連携が済んでいます。別のIDに変えるときは、先に連携を解除してください。',
    'The account is linked already',
  ),
  PARTNER_LINKED_ELSEWHERE: conflict(
    'このIDは、別のアカウントと連携済みです。連携しているアカウントで解除してから、もう一度お試しください。',
    'The partner id belongs to another account',
  ),
  PARTNER_LINK_EXPIRED: conflict(
    '連携の手続きの有効時間が過ぎました。最初からやり直してください。',
    'Unknown, replayed or expired state',
  ),
} as const satisfies ErrorTable

/** Of passkeys. */
export const passkeyErrors = {
  PASSKEY_LIMIT: conflict(
    '登録できるパスキーは10個までです。使わないパスキーを消してから、追加してください。',
    'The account has as many passkeys as it may',
  ),
  PASSKEY_CHALLENGE_OVER: conflict(
    '画面を開いてから時間がたったか、ほかの画面でログインし直したため、追加できませんでした。もう一度お試しください。',
    'The challenge is unknown, used, too old or of another session',
  ),
  PASSKEY_NOT_VERIFIED: failure(
    422,
    'パスキーを確認できませんでした。指紋・顔・画面ロックでの確認が必要です。もう一度お試しください。',
    'The response does not verify: origin, signature or user verification',
  ),
  PASSKEY_KNOWN: conflict(
    'この端末のパスキーは、すでに登録されています。',
    'The credential is registered already',
  ),
} as const satisfies ErrorTable
