import type { StateWords } from '../state-words.ts'

/** SIMの注文 */
export const simOrderStateWords = {
  quoted: { label: '見積もり', sentence: 'まだ申し込まれていません。' },
  ordered: { label: '受付済み', sentence: 'お申し込みを受け付けました。' },
  id_check: { label: '本人確認待ち', sentence: '本人確認を済ませてください。' },
  preparing: { label: '準備中', sentence: 'SIMを準備しています。' },
  shipped: { label: '発送済み', sentence: 'SIMを発送しました。' },
  arrived: { label: 'お届け済み', sentence: 'SIMをお届けしました。' },
  switch_ready: { label: '切り替え待ち', sentence: '切り替えの日時を選べます。' },
  switched: { label: '完了', sentence: '切り替えが完了しました。' },
  auto_switched: { label: '完了（自動）', sentence: '期限がきたため、自動で切り替えました。' },
  cancelled: {
    label: '取り消し済み',
    sentence: 'お申し込みを取り消しました。料金はかかりません。',
  },
  failed: {
    label: '手続きできず',
    sentence: '手続きを完了できませんでした。料金はかかりません。',
  },
} as const satisfies Record<string, StateWords>
