import { type StateWords, words } from '../state-words.ts'

/** 回線 */
export const lineStateWords = {
  preparing: words('準備中', '回線を準備しています。'),
  active: words('ご利用中', 'ご利用いただけます。'),
  suspended: words('利用停止中', 'この回線のご利用を停止しています。'),
  ending: words('解約予約中', '最終日まではご利用いただけます。'),
  ended: words('終了', 'この回線は終了しました。'),
} as const satisfies Record<string, StateWords>
