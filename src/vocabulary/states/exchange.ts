import { type StateWords, words } from '../state-words.ts'

/** 回線設備とのやりとり */
export const exchangeStateWords = {
  requested: words('送信待ち', '回線設備への依頼を準備しています。'),
  sent: words('送信済み', '回線設備からの応答を待っています。'),
  accepted: words('受理', '回線設備で受け付けられました。'),
  rejected: words('受理されず', '回線設備で受け付けられませんでした。'),
  unknown: words('応答確認中', '回線設備からの応答を確認しています。'),
} as const satisfies Record<string, StateWords>
