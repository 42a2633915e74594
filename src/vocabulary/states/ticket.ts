import { type StateWords, words } from '../state-words.ts'

/** お問い合わせ */
export const ticketStateWords = {
  new: words('受付済み', 'お問い合わせを受け付けました。担当者が内容を確認します。'),
  open: words('対応中', '担当者が内容を確認しています。回答までお待ちください。'),
  waiting_member: words(
    'お返事待ち',
    'こちらからお尋ねしていることがあります。お返事をお待ちしています。',
  ),
  solved: words(
    '回答済み',
    '回答しました。続きがあるときは、14日以内にこの画面から書いてください。',
  ),
  closed: words(
    '終了',
    'このお問い合わせは終わりました。続きは、新しいお問い合わせとして書いてください。',
  ),
  merged: words('まとめました', '同じ内容のお問い合わせにまとめました。続きはそちらで回答します。'),
} as const satisfies Record<string, StateWords>
