import type { StateWords } from '../state-words.ts'

/** 登録情報の変更 */
export const profileEditStateWords = {
  none: { label: '変更なし', sentence: '手続き中の変更はありません。' },
  submitted: { label: '受付済み', sentence: '確認コードを入力してください。' },
  documents_required: { label: '本人確認待ち', sentence: '本人確認を済ませてください。' },
  reviewing: { label: '確認中', sentence: '変更の内容を確認しています。' },
  applied: { label: '変更済み', sentence: '登録情報を変更しました。' },
  rejected: {
    label: '変更できず',
    sentence: '変更をお受けできませんでした。理由を確認してください。',
  },
  withdrawn: { label: '取り下げ済み', sentence: '変更を取り下げました。' },
} as const satisfies Record<string, StateWords>
