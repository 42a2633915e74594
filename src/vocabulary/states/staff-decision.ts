import { type StateWords, words } from '../state-words.ts'

/** スタッフの決定 */
export const staffDecisionStateWords = {
  waiting: words('1分後に実行', '決定しました。1分以内なら取り消せます。'),
  carried_out: words('実行済み', '決定を実行しました。'),
  taken_back: words('取り消し', '決定を取り消しました。'),
  failed: words(
    '実行できず',
    '決定の間に状況が変わり、実行できませんでした。一覧でもう一度確かめてください。',
  ),
} as const satisfies Record<string, StateWords>
