import type { StateWords } from '../state-words.ts'

/** 本人確認 */
export const identityStateWords = {
  not_required: { label: '不要', sentence: 'この手続きに本人確認は必要ありません。' },
  waiting: { label: '本人確認待ち', sentence: '本人確認書類の読み取りを始めてください。' },
  reading: { label: '読み取り中', sentence: '本人確認書類を読み取っています。' },
  matched: { label: '確認済み', sentence: '本人確認が完了しました。' },
  mismatch: {
    label: '内容が一致せず',
    sentence: '書類の内容とご登録の内容が一致しませんでした。',
  },
  unreadable: {
    label: '読み取れず',
    sentence: '書類を読み取れませんでした。もう一度お試しください。',
  },
  expired: {
    label: '期限切れ',
    sentence: '本人確認の有効時間が過ぎました。もう一度始めてください。',
  },
  manual: {
    label: '担当者が確認中',
    sentence: '担当者が確認しています。結果をメールでお知らせします。',
  },
} as const satisfies Record<string, StateWords>
