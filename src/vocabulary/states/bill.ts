import { type StateWords, words } from '../state-words.ts'

/** 請求 */
export const billStateWords = {
  open: words('集計中', '今月の利用分を集計しています。'),
  fixed: words('確定', '請求額が確定しました。'),
  charged: words('決済手続き中', 'カード会社からの応答を待っています。'),
  unknown: words(
    '決済の確認中',
    'カード会社からの応答を確認しています。二重に請求することはありません。',
  ),
  credit: words('お預かり', '次の請求から差し引きます。'),
  refunding: words('返金の手続き中', 'お支払いいただいたカードに返金しています。'),
  refund_refused: words(
    '返金の方法を確認中',
    'カードに返金できませんでした。お返しの方法を確認しています。',
  ),
  refunded: words('返金済み', 'お返しする手続きが完了しました。'),
  paid: words('支払い済み', 'お支払いが完了しました。'),
  failed: words('決済できず', 'お支払いを確認できませんでした。後日もう一度手続きします。'),
  retried: words('再決済手続き中', 'もう一度お支払いの手続きをしています。'),
  unpaid: words('未払い', 'お支払いが確認できていません。月末までにお支払いください。'),
  suspended: words('未払い（利用停止中）', 'お支払いが済むと、すぐにご利用を再開します。'),
  final_notice: words(
    '未払い（最終のお知らせ）',
    '期日までにお支払いがない場合、ご契約は解除されます。',
  ),
  terminated: words('未払い（契約解除）', 'ご契約は解除されました。料金のお支払いは必要です。'),
} as const satisfies Record<string, StateWords>
