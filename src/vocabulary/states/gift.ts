import { type StateWords, words } from '../state-words.ts'

/** データギフト */
export const giftStateWords = {
  open: words('受け取り待ち', 'お相手が受け取るのを待っています。'),
  taken: words('受け取り済み', 'お相手が受け取りました。'),
  undone: words('取り消し', 'ギフトを取り消し、データは戻りました。'),
  expired: words('期限切れ', '受け取られないまま期限が過ぎ、データは戻りました。'),
  ended: words('終了', 'ご契約が変わったため、ギフトを終了しました。'),
} as const satisfies Record<string, StateWords>
