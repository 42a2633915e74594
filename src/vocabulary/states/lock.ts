import type { StateWords } from '../state-words.ts'

/** お客さまが設定するロック */
export const lockStateWords = {
  off: { label: '設定していません', sentence: 'ロックは設定されていません。' },
  on: { label: '設定中', sentence: 'ロックを設定しています。' },
  lifting: {
    label: '解除待ち',
    sentence: '待ち時間が過ぎるとロックが外れます。それまでは取り消せます。',
  },
} as const satisfies Record<string, StateWords>
