import { type StateWords, words } from '../state-words.ts'

/** 2人で行う操作の提案 */
export const approvalStateWords = {
  proposed: words('承認待ち', '別の人の承認を待っています。'),
  approved: words('承認済み', '承認され、これから実行されます。'),
  executed: words('実行済み', '承認され、実行されました。'),
  refused: words('却下', '承認されませんでした。'),
  withdrawn: words('取り下げ', '提案した人が取り下げました。'),
  expired: words('期限切れ', '24時間以内に承認されませんでした。'),
  stale: words(
    '内容が変わりました',
    '提案のあとで事実が変わったため、実行していません。もう一度提案してください。',
  ),
  failed: words(
    '実行できませんでした',
    '承認されましたが、実行できませんでした。もう一度提案してください。',
  ),
} as const satisfies Record<string, StateWords>
