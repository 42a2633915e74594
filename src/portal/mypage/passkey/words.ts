import { formatDateTime, formatDay, formatTime } from '#ui/format.ts'
import type { PasskeyFailure } from '#vocabulary/passkey.ts'
import type { Passkey } from './wire.ts'

/** Where and when it was last used: what tells one from another. */
export function lastUseOf({ device, name, isSynced, lastUsedAt, addedAt }: Passkey): string {
  const when =
    lastUsedAt === undefined
      ? `${formatDateTime(addedAt)}に追加`
      : `${formatDateTime(lastUsedAt)}に使用`
  return [...(device === name ? [] : [device]), ...(isSynced ? ['同期あり'] : []), when].join('・')
}

/** Of what is less than a day away. */
export const dayOf = (instant: string) => `${formatDay(instant)}${formatTime(instant)}`

/** Why a passkey that was shown led nowhere, and what can be done. */
export const failureWords: Readonly<Record<PasskeyFailure, string>> = {
  expired:
    '画面を開いてから時間がたったか、ほかの画面でログインし直したため、確認できませんでした。もう一度お試しください。',
  unknown:
    'このパスキーは登録されていないか、消されています。ほかのパスキーか、ほかの方法でご確認ください。',
  unverified:
    'パスキーを確認できませんでした。指紋・顔・画面ロックで確認して、もう一度お試しください。',
  stopped:
    'このパスキーは、複製されたおそれがあるため止めました。登録の連絡先にもお知らせしました。ほかの方法でご確認のうえ、新しいパスキーを追加してください。',
  unsettled:
    'このパスキーは追加から24時間たっていないため、このお手続きの確認には使えません。ほかのパスキーか、本人確認書類のICチップでご確認ください。',
  empty:
    'パスキーを使う準備ができていませんでした。もう一度お試しください。JavaScriptを使えないブラウザーでは、ほかの方法でご確認ください。',
}

export const isFailure = (name: string): name is PasskeyFailure => Object.hasOwn(failureWords, name)
