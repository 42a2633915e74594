import type { StateWords } from '../state-words.ts'

/** 連携とアクセスキー */
export const connectionStateWords = {
  active: { label: '使えます', sentence: 'プログラムから使えます。' },
  ended: { label: '終わりました', sentence: 'この連携は、もう使えません。' },
} as const satisfies Record<string, StateWords>
