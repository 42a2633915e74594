import { type StateWords, words } from '../state-words.ts'

/** 電話の相手の確認 */
export const callerProofStateWords = {
  begun: words('確認中', 'お電話の方がご本人か、確認しています。'),
  proved: words('確認済み', 'お電話の方がご本人であることを確認しました。'),
  failed: words('確認できず', '入力の誤りが続いたため、確認を終わりました。'),
  expired: words('期限切れ', '時間が過ぎたため、確認を終わりました。'),
} as const satisfies Record<string, StateWords>
