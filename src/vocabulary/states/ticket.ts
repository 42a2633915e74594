import type { StateWords } from '../state-words.ts'

/** お問い合わせ */
export const ticketStateWords = {
  new: { label: '受付済み', sentence: 'お問い合わせを受け付けました。担当者が内容を確認します。' },
  open: { label: '対応中', sentence: '担当者が内容を確認しています。回答までお待ちください。' },
  waiting_member: {
    label: 'お返事待ち',
    sentence: 'こちらからお尋ねしていることがあります。お返事をお待ちしています。',
  },
  solved: {
    label: '回答済み',
    sentence: '回答しました。続きがあるときは、14日以内にこの画面から書いてください。',
  },
  closed: {
    label: '終了',
    sentence: 'このお問い合わせは終わりました。続きは、新しいお問い合わせとして書いてください。',
  },
  merged: {
    label: 'まとめました',
    sentence: '同じ内容のお問い合わせにまとめました。続きはそちらで回答します。',
  },
} as const satisfies Record<string, StateWords>
