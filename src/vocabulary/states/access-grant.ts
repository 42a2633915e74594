import { type StateWords, words } from '../state-words.ts'

/** 会員の記録を開くこと */
export const accessGrantStateWords = {
  open: words('開いています', '会員の記録を開いています。'),
  closed: words('閉じました', '担当者が記録を閉じました。'),
  expired: words('時間切れ', '時間が過ぎたため、記録を閉じました。'),
  revoked: words('取り消し', '記録を開く許可が取り消されました。'),
} as const satisfies Record<string, StateWords>
