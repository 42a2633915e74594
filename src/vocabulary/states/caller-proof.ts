import type { StateWords } from '../state-words.ts'

/** 電話の相手の確認 */
export const callerProofStateWords = {
  begun: { label: '確認中', sentence: 'お電話の方がご本人か、確認しています。' },
  proved: { label: '確認済み', sentence: 'お電話の方がご本人であることを確認しました。' },
  failed: { label: '確認できず', sentence: '入力の誤りが続いたため、確認を終わりました。' },
  expired: { label: '期限切れ', sentence: '時間が過ぎたため、確認を終わりました。' },
} as const satisfies Record<string, StateWords>
