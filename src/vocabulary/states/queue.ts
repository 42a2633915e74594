import type { StateWords } from '../state-words.ts'

/** 順番待ちの手続き */
export const queueStateWords = {
  waiting: { label: '順番待ち', sentence: '手続きできるようになるまでお待ちください。' },
  ready: { label: '開始待ち', sentence: '手続きできるようになりました。まもなく始めます。' },
  started: { label: '開始済み', sentence: '手続きを始めました。お手続き状況で確認できます。' },
  refused: {
    label: '開始できず',
    sentence: '手続きを始められませんでした。理由を確認してください。',
  },
  withdrawn: { label: '取り下げ済み', sentence: '順番待ちを取り下げました。' },
} as const satisfies Record<string, StateWords>
