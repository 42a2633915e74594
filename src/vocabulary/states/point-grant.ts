import type { StateWords } from '../state-words.ts'

/** ポイントの付与と取り消し */
export const pointGrantStateWords = {
  sent: { label: '手続き中', sentence: '提携先に手続きを依頼しました。' },
  unknown: { label: '応答を確認中', sentence: '提携先の応答を確認しています。' },
  ok: { label: '完了', sentence: 'ポイントの手続きが済みました。' },
  refused: { label: 'できませんでした', sentence: '提携先で手続きができませんでした。' },
} as const satisfies Record<string, StateWords>
