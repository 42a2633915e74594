import { type StateWords, words } from '../state-words.ts'

/** 順番待ちの手続き */
export const queueStateWords = {
  waiting: words('順番待ち', '手続きできるようになるまでお待ちください。'),
  ready: words('開始待ち', '手続きできるようになりました。まもなく始めます。'),
  started: words('開始済み', '手続きを始めました。お手続き状況で確認できます。'),
  refused: words('開始できず', '手続きを始められませんでした。理由を確認してください。'),
  withdrawn: words('取り下げ済み', '順番待ちを取り下げました。'),
} as const satisfies Record<string, StateWords>
