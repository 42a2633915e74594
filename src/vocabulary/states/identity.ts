import { type StateWords, words } from '../state-words.ts'

/** 本人確認 */
export const identityStateWords = {
  not_required: words('不要', 'この手続きに本人確認は必要ありません。'),
  waiting: words('本人確認待ち', '本人確認書類の読み取りを始めてください。'),
  reading: words('読み取り中', '本人確認書類を読み取っています。'),
  matched: words('確認済み', '本人確認が完了しました。'),
  mismatch: words('内容が一致せず', '書類の内容とご登録の内容が一致しませんでした。'),
  unreadable: words('読み取れず', '書類を読み取れませんでした。もう一度お試しください。'),
  expired: words('期限切れ', '本人確認の有効時間が過ぎました。もう一度始めてください。'),
  manual: words('担当者が確認中', '担当者が確認しています。結果をメールでお知らせします。'),
} as const satisfies Record<string, StateWords>
