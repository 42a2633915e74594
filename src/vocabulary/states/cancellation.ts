import { type StateWords, words } from '../state-words.ts'

/** 解約の予約 */
export const cancellationStateWords = {
  none: words('予約なし', '解約の予約はありません。'),
  queued: words('順番待ち', '進行中のSIMの手続きが終わってから1時間以内に、解約を予約します。'),
  reserved: words('予約済み', '最終日までご利用いただけます。'),
  awaiting_succession: words(
    '承継の手続き待ち',
    '名義変更（承継）の手続きが終わるまで、解約は行われません。',
  ),
  undone: words('取り消し済み', '解約の予約を取り消しました。引き続きご利用いただけます。'),
  executed: words('解約済み', '解約が完了しました。'),
  replaced: words('転出に切り替え', '番号の転出が完了したため、解約の予約は不要になりました。'),
} as const satisfies Record<string, StateWords>
