import type { StateWords } from '../state-words.ts'

/** 解約の予約 */
export const cancellationStateWords = {
  none: { label: '予約なし', sentence: '解約の予約はありません。' },
  queued: {
    label: '順番待ち',
    sentence: '進行中のSIMの手続きが終わってから1時間以内に、解約を予約します。',
  },
  reserved: { label: '予約済み', sentence: '最終日までご利用いただけます。' },
  awaiting_succession: {
    label: '承継の手続き待ち',
    sentence: '名義変更（承継）の手続きが終わるまで、解約は行われません。',
  },
  undone: {
    label: '取り消し済み',
    sentence: '解約の予約を取り消しました。引き続きご利用いただけます。',
  },
  executed: { label: '解約済み', sentence: '解約が完了しました。' },
  replaced: {
    label: '転出に切り替え',
    sentence: '番号の転出が完了したため、解約の予約は不要になりました。',
  },
} as const satisfies Record<string, StateWords>
