import { type StateWords, words } from '../state-words.ts'

/** 登録情報の変更 */
export const profileEditStateWords = {
  none: words('変更なし', '手続き中の変更はありません。'),
  submitted: words('受付済み', '確認コードを入力してください。'),
  documents_required: words('本人確認待ち', '本人確認を済ませてください。'),
  reviewing: words('確認中', '変更の内容を確認しています。'),
  applied: words('変更済み', '登録情報を変更しました。'),
  rejected: words('変更できず', '変更をお受けできませんでした。理由を確認してください。'),
  withdrawn: words('取り下げ済み', '変更を取り下げました。'),
} as const satisfies Record<string, StateWords>
