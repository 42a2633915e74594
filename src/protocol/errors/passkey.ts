import { type ErrorTable, conflict, failure } from './error-table.ts'

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
