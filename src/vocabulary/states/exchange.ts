import type { StateWords } from '../state-words.ts'

/** 回線設備とのやりとり */
export const exchangeStateWords = {
  requested: { label: '送信待ち', sentence: '回線設備への依頼を準備しています。' },
  sent: { label: '送信済み', sentence: '回線設備からの応答を待っています。' },
  accepted: { label: '受理', sentence: '回線設備で受け付けられました。' },
  rejected: { label: '受理されず', sentence: '回線設備で受け付けられませんでした。' },
  unknown: { label: '応答確認中', sentence: '回線設備からの応答を確認しています。' },
} as const satisfies Record<string, StateWords>
