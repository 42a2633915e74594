import type { StateWords } from '../state-words.ts'

/** スタッフの決定 */
export const staffDecisionStateWords = {
  waiting: { label: '1分後に実行', sentence: '決定しました。1分以内なら取り消せます。' },
  carried_out: { label: '実行済み', sentence: '決定を実行しました。' },
  taken_back: { label: '取り消し', sentence: '決定を取り消しました。' },
  failed: {
    label: '実行できず',
    sentence: '決定の間に状況が変わり、実行できませんでした。一覧でもう一度確かめてください。',
  },
} as const satisfies Record<string, StateWords>
