import type { StateWords } from '../state-words.ts'

/** データ容量変更の予約 */
export const planSizeStateWords = {
  none: { label: '予約なし', sentence: 'データ容量の変更は予約されていません。' },
  reserved: { label: '予約済み', sentence: '適用日の0時に新しいデータ容量になります。' },
  applied: { label: '適用済み', sentence: '新しいデータ容量になりました。' },
  cancelled: {
    label: '取り消し済み',
    sentence: '予約を取り消しました。データ容量は変わりません。',
  },
  replaced: { label: '置き換え済み', sentence: '別のデータ容量の予約に置き換えました。' },
} as const satisfies Record<string, StateWords>
