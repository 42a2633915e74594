import type { StateWords } from '../state-words.ts'

/** 情報の持ち出し */
export const memberExportStateWords = {
  none: { label: '申し込みなし', sentence: '情報の持ち出しは申し込まれていません。' },
  gathering: { label: '準備中', sentence: 'ファイルを準備しています。' },
  failed: {
    label: '作成できませんでした',
    sentence: 'ファイルを作成できませんでした。もう一度お申し込みください。',
  },
  ready: { label: 'ダウンロードできます', sentence: 'ファイルをダウンロードできます。' },
} as const satisfies Record<string, StateWords>
