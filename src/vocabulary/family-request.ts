/** What a user of a line may ask the holder of the contract for (docs/decisions/118). */
export const requestKinds = ['data', 'noCap', 'speed', 'option'] as const
export type RequestKind = (typeof requestKinds)[number]

export const requestKindLabels: Readonly<Record<RequestKind, string>> = {
  data: '＋1GB',
  noCap: 'きょうだけ上限なし',
  speed: '高速にもどす',
  option: 'オプション',
}

/** What is given, which may be another thing than was asked for; or nothing. */
export const requestAnswers = ['pack', 'more', 'noCap', 'speed', 'option', 'declined'] as const
export type RequestAnswer = (typeof requestAnswers)[number]

/** What costs nothing: a manager may give it too. */
export const freeAnswers = ['more', 'noCap', 'speed', 'declined'] as const satisfies RequestAnswer[]
export type FreeAnswer = (typeof freeAnswers)[number]

export const requestAnswerLabels: Readonly<Record<RequestAnswer, string>> = {
  pack: '＋1GBを買う',
  more: 'きょうだけ上限を1GB増やす',
  noCap: 'きょうだけ上限をなくす',
  speed: '高速にもどす',
  option: 'オプションを申し込む',
  declined: '今回は見送る',
}

/** The pack that is bought for a request: it ends with the month in which it was asked for. */
export const REQUEST_PACK = '1gbNoCarry'
/** Megabytes by which the cap of the day grows with it, or instead of it: one of `liftMegabytes`. */
export const REQUEST_MEGABYTES = 1000
/** Of a word to the holder, and of the holder's back. */
export const REQUEST_WORDS = 60
