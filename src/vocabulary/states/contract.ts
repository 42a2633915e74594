import type { StateWords } from '../state-words.ts'

/** 契約 */
export const contractStateWords = {
  applied: { label: '申し込み済み', sentence: 'お申し込みを受け付けました。' },
  id_check: { label: '本人確認中', sentence: '本人確認の結果をお待ちください。' },
  accepted: { label: '受付完了', sentence: 'お申し込みの内容を確認しました。' },
  preparing: { label: '準備中', sentence: 'SIMを準備しています。' },
  shipped: { label: '発送済み', sentence: 'SIMを発送しました。お手元に届くまでお待ちください。' },
  activating: {
    label: '開通手続き中',
    sentence: '回線を開通しています。しばらくお待ちください。',
  },
  active: { label: 'ご利用中', sentence: 'ご利用いただけます。' },
  suspended: { label: '利用停止中', sentence: 'ご利用を停止しています。' },
  cancel_reserved: {
    label: '解約予約中',
    sentence: '解約を予約しています。最終日まではご利用いただけます。',
  },
  terminated: {
    label: '解約済み',
    sentence: 'ご契約は終了しました。請求の内容は引き続きご覧いただけます。',
  },
  initial_cancelled: {
    label: '初期契約解除済み',
    sentence: '初期契約解除により、ご契約は終了しました。',
  },
  ported_out: { label: '転出済み', sentence: '他社への転出により、ご契約は終了しました。' },
  rejected: { label: '受付不可', sentence: 'お申し込みをお受けできませんでした。' },
  withdrawn: {
    label: '申し込み取り消し済み',
    sentence: 'お申し込みを取り消しました。料金はかかりません。',
  },
  expired: {
    label: '期限切れ',
    sentence: '期限までに手続きが完了しなかったため、お申し込みは取り消されました。',
  },
} as const satisfies Record<string, StateWords>
