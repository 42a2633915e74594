import { type StateWords, words } from '../state-words.ts'

/** 契約書面の郵送 */
export const paperStateWords = {
  none: words('申し込みなし', '書面の郵送は申し込まれていません。'),
  ordered: words('受付済み', '書面の郵送を受け付けました。'),
  printed: words('印刷済み', '書面を印刷しました。まもなく発送します。'),
  shipped: words('発送済み', '書面を発送しました。'),
  delivered: words('お届け済み', '書面をお届けしました。'),
  returned: words('返送', 'お届けできず返送されました。ご住所を確認してください。'),
} as const satisfies Record<string, StateWords>
