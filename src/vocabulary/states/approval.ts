import type { StateWords } from '../state-words.ts'

/** 2人で行う操作の提案 */
export const approvalStateWords = {
  proposed: { label: '承認待ち', sentence: '別の人の承認を待っています。' },
  approved: { label: '承認済み', sentence: '承認され、これから実行されます。' },
  executed: { label: '実行済み', sentence: '承認され、実行されました。' },
  refused: { label: '却下', sentence: '承認されませんでした。' },
  withdrawn: { label: '取り下げ', sentence: '提案した人が取り下げました。' },
  expired: { label: '期限切れ', sentence: '24時間以内に承認されませんでした。' },
  stale: {
    label: '内容が変わりました',
    sentence: '提案のあとで事実が変わったため、実行していません。もう一度提案してください。',
  },
  failed: {
    label: '実行できませんでした',
    sentence: '承認されましたが、実行できませんでした。もう一度提案してください。',
  },
} as const satisfies Record<string, StateWords>
