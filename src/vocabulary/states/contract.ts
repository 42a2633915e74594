import { type StateWords, words } from '../state-words.ts'

/** 契約 */
export const contractStateWords = {
  applied: words('申し込み済み', 'お申し込みを受け付けました。'),
  id_check: words('本人確認中', '本人確認の結果をお待ちください。'),
  accepted: words('受付完了', 'お申し込みの内容を確認しました。'),
  preparing: words('準備中', 'SIMを準備しています。'),
  shipped: words('発送済み', 'SIMを発送しました。お手元に届くまでお待ちください。'),
  activating: words('開通手続き中', '回線を開通しています。しばらくお待ちください。'),
  active: words('ご利用中', 'ご利用いただけます。'),
  suspended: words('利用停止中', 'ご利用を停止しています。'),
  cancel_reserved: words('解約予約中', '解約を予約しています。最終日まではご利用いただけます。'),
  terminated: words('解約済み', 'ご契約は終了しました。請求の内容は引き続きご覧いただけます。'),
  initial_cancelled: words('初期契約解除済み', '初期契約解除により、ご契約は終了しました。'),
  ported_out: words('転出済み', '他社への転出により、ご契約は終了しました。'),
  rejected: words('受付不可', 'お申し込みをお受けできませんでした。'),
  withdrawn: words('申し込み取り消し済み', 'お申し込みを取り消しました。料金はかかりません。'),
  expired: words(
    '期限切れ',
    '期限までに手続きが完了しなかったため、お申し込みは取り消されました。',
  ),
} as const satisfies Record<string, StateWords>
