import type { StateWords } from '../state-words.ts'

/** 回線 */
export const lineStateWords = {
  preparing: { label: '準備中', sentence: '回線を準備しています。' },
  active: { label: 'ご利用中', sentence: 'ご利用いただけます。' },
  suspended: { label: '利用停止中', sentence: 'この回線のご利用を停止しています。' },
  ending: { label: '解約予約中', sentence: '最終日まではご利用いただけます。' },
  ended: { label: '終了', sentence: 'この回線は終了しました。' },
} as const satisfies Record<string, StateWords>
