import { type StateWords, words } from '../state-words.ts'

/** ポイントの付与と取り消し */
export const pointGrantStateWords = {
  sent: words('手続き中', '提携先に手続きを依頼しました。'),
  unknown: words('応答を確認中', '提携先の応答を確認しています。'),
  ok: words('完了', 'ポイントの手続きが済みました。'),
  refused: words('できませんでした', '提携先で手続きができませんでした。'),
} as const satisfies Record<string, StateWords>
