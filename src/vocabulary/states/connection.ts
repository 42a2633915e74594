import { type StateWords, words } from '../state-words.ts'

/** 連携とアクセスキー */
export const connectionStateWords = {
  active: words('使えます', 'プログラムから使えます。'),
  ended: words('終わりました', 'この連携は、もう使えません。'),
} as const satisfies Record<string, StateWords>
