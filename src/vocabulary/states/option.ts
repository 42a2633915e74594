import { type StateWords, words } from '../state-words.ts'

/** オプション */
export const optionStateWords = {
  available: words('申し込めます', 'お申し込みいただけます。'),
  joining: words('設定中', '設定しています。終わりしだいお使いいただけます。'),
  active: words('ご利用中', 'ご利用いただけます。'),
  cancel_requested: words('解約受付済み', '月末まではご利用いただけます。'),
  ended: words('終了', 'このオプションは終了しました。'),
} as const satisfies Record<string, StateWords>

/** オプションの申し込み */
export const optionJoinStateWords = {
  none: words('申し込みなし', 'まだ申し込まれていません。'),
  setting: words(
    '設定中',
    '設定しています。終わりしだいお知らせします。料金は、使えるようになった日から始まります。',
  ),
  done: words('完了', 'オプションをご利用いただけます。'),
  refused: words(
    '設定できず',
    '設定できなかったため、お申し込みはなかったことになりました。料金はかかりません。',
  ),
  withdrawn: words(
    '終了',
    '回線またはご契約が終了したため、設定を取りやめました。料金はかかりません。',
  ),
} as const satisfies Record<string, StateWords>

/** オプションの解約 */
export const optionLeaveStateWords = {
  none: words('解約なし', '解約は申し込まれていません。'),
  reserved: words('予約済み', '最終利用日の24:00までご利用いただけます。'),
  stopping: words('停止の設定中', '停止の設定をしています。料金はかかりません。'),
  ended: words('完了', 'オプションの解約が完了しました。'),
  undone: words('取り消し済み', '解約を取り消しました。引き続きご利用いただけます。'),
  refused: words(
    '変更できず',
    '変更できなかったため、オプションは引き続き有効です。時間をおいて、もう一度お試しください。',
  ),
} as const satisfies Record<string, StateWords>
