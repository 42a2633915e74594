import type { StateWords } from '../state-words.ts'

/** 請求 */
export const billStateWords = {
  open: { label: '集計中', sentence: '今月の利用分を集計しています。' },
  fixed: { label: '確定', sentence: '請求額が確定しました。' },
  charged: { label: '決済手続き中', sentence: 'カード会社からの応答を待っています。' },
  unknown: {
    label: '決済の確認中',
    sentence: 'カード会社からの応答を確認しています。二重に請求することはありません。',
  },
  credit: {
    label: 'お預かり',
    sentence: '次の請求から差し引きます。',
  },
  refunding: { label: '返金の手続き中', sentence: 'お支払いいただいたカードに返金しています。' },
  refund_refused: {
    label: '返金の方法を確認中',
    sentence: 'カードに返金できませんでした。お返しの方法を確認しています。',
  },
  refunded: { label: '返金済み', sentence: 'お返しする手続きが完了しました。' },
  paid: { label: '支払い済み', sentence: 'お支払いが完了しました。' },
  failed: {
    label: '決済できず',
    sentence: 'お支払いを確認できませんでした。後日もう一度手続きします。',
  },
  retried: { label: '再決済手続き中', sentence: 'もう一度お支払いの手続きをしています。' },
  unpaid: {
    label: '未払い',
    sentence: 'お支払いが確認できていません。月末までにお支払いください。',
  },
  suspended: {
    label: '未払い（利用停止中）',
    sentence: 'お支払いが済むと、すぐにご利用を再開します。',
  },
  final_notice: {
    label: '未払い（最終のお知らせ）',
    sentence: '期日までにお支払いがない場合、ご契約は解除されます。',
  },
  terminated: {
    label: '未払い（契約解除）',
    sentence: 'ご契約は解除されました。料金のお支払いは必要です。',
  },
} as const satisfies Record<string, StateWords>
