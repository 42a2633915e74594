import { type StateWords, words } from '../state-words.ts'

/** SIMの注文 */
export const simOrderStateWords = {
  quoted: words('見積もり', 'まだ申し込まれていません。'),
  ordered: words('受付済み', 'お申し込みを受け付けました。'),
  id_check: words('本人確認待ち', '本人確認を済ませてください。'),
  preparing: words('準備中', 'SIMを準備しています。'),
  shipped: words('発送済み', 'SIMを発送しました。'),
  arrived: words('お届け済み', 'SIMをお届けしました。'),
  switch_ready: words('切り替え待ち', '切り替えの日時を選べます。'),
  switched: words('完了', '切り替えが完了しました。'),
  auto_switched: words('完了（自動）', '期限がきたため、自動で切り替えました。'),
  cancelled: words('取り消し済み', 'お申し込みを取り消しました。料金はかかりません。'),
  failed: words('手続きできず', '手続きを完了できませんでした。料金はかかりません。'),
} as const satisfies Record<string, StateWords>
