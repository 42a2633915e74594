import type { StateWords } from '../state-words.ts'

/** 回線の上限 */
export const lineCapStateWords = {
  within: { label: '上限の内', sentence: '上限に届いていません。' },
  reached: { label: '上限に到達', sentence: '上限に届いたため、低速で通信しています。' },
  lifted: { label: '解除済み', sentence: '上限による低速は終わりました。' },
} as const satisfies Record<string, StateWords>
