import { type StateWords, words } from '../state-words.ts'

/** データ容量変更の予約 */
export const planSizeStateWords = {
  none: words('予約なし', 'データ容量の変更は予約されていません。'),
  reserved: words('予約済み', '適用日の0時に新しいデータ容量になります。'),
  applied: words('適用済み', '新しいデータ容量になりました。'),
  cancelled: words('取り消し済み', '予約を取り消しました。データ容量は変わりません。'),
  replaced: words('置き換え済み', '別のデータ容量の予約に置き換えました。'),
} as const satisfies Record<string, StateWords>
