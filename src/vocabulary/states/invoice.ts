import { type StateWords, words } from '../state-words.ts'

/** 適格請求書 */
export const invoiceStateWords = {
  none: words('未確定', '請求が確定すると発行できます。'),
  reviewable: words('発行できます', '内容を確認して発行できます。'),
  issued: words('発行済み', '発行済みです。再発行したものには「再発行」と表示されます。'),
  corrected: words('修正済み', '修正した適格請求書を新しい番号で発行しました。'),
} as const satisfies Record<string, StateWords>
