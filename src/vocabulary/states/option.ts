import type { StateWords } from '../state-words.ts'

/** オプション */
export const optionStateWords = {
  available: { label: '申し込めます', sentence: 'お申し込みいただけます。' },
  joining: {
    label: '設定中',
    sentence: '設定しています。終わりしだいお使いいただけます。',
  },
  active: { label: 'ご利用中', sentence: 'ご利用いただけます。' },
  cancel_requested: { label: '解約受付済み', sentence: '月末まではご利用いただけます。' },
  ended: { label: '終了', sentence: 'このオプションは終了しました。' },
} as const satisfies Record<string, StateWords>

/** オプションの申し込み */
export const optionJoinStateWords = {
  none: { label: '申し込みなし', sentence: 'まだ申し込まれていません。' },
  setting: {
    label: '設定中',
    sentence:
      '設定しています。終わりしだいお知らせします。料金は、使えるようになった日から始まります。',
  },
  done: { label: '完了', sentence: 'オプションをご利用いただけます。' },
  refused: {
    label: '設定できず',
    sentence: '設定できなかったため、お申し込みはなかったことになりました。料金はかかりません。',
  },
  withdrawn: {
    label: '終了',
    sentence: '回線またはご契約が終了したため、設定を取りやめました。料金はかかりません。',
  },
} as const satisfies Record<string, StateWords>

/** オプションの解約 */
export const optionLeaveStateWords = {
  none: { label: '解約なし', sentence: '解約は申し込まれていません。' },
  reserved: { label: '予約済み', sentence: '最終利用日の24:00までご利用いただけます。' },
  stopping: { label: '停止の設定中', sentence: '停止の設定をしています。料金はかかりません。' },
  ended: { label: '完了', sentence: 'オプションの解約が完了しました。' },
  undone: {
    label: '取り消し済み',
    sentence: '解約を取り消しました。引き続きご利用いただけます。',
  },
  refused: {
    label: '変更できず',
    sentence:
      '変更できなかったため、オプションは引き続き有効です。時間をおいて、もう一度お試しください。',
  },
} as const satisfies Record<string, StateWords>
