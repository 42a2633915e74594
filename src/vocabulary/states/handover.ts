import { type StateWords, words } from '../state-words.ts'

/** 回線のご家族への譲渡 */
export const handoverStateWords = {
  none: words('手続きなし', 'ご家族にゆずる手続きはありません。'),
  offered: words(
    '申し込み待ち',
    'ご家族のお申し込みを待っています。回線はいままでどおりお使いいただけます。',
  ),
  taken: words('審査中', 'ご家族からお申し込みがあり、担当者が内容を確認しています。'),
  due: words('切り替え待ち', '月が替わる0時に、回線の契約者が切り替わります。'),
  handed_over: words('完了', '回線の契約者が切り替わりました。'),
  withdrawn: words('取りやめ', '手続きを取りやめました。料金はかかりません。'),
  lapsed: words(
    '期限切れ',
    '期限までにお申し込みがなかったため、手続きを終了しました。回線はそのままお使いいただけます。',
  ),
  failed: words(
    '切り替え不可',
    '回線を切り替えられなかったため、手続きを終了しました。料金はかかりません。',
  ),
} as const satisfies Record<string, StateWords>
