import type { StateWords } from '../state-words.ts'

/** データギフト */
export const giftStateWords = {
  open: { label: '受け取り待ち', sentence: 'お相手が受け取るのを待っています。' },
  taken: { label: '受け取り済み', sentence: 'お相手が受け取りました。' },
  undone: { label: '取り消し', sentence: 'ギフトを取り消し、データは戻りました。' },
  expired: { label: '期限切れ', sentence: '受け取られないまま期限が過ぎ、データは戻りました。' },
  ended: { label: '終了', sentence: 'ご契約が変わったため、ギフトを終了しました。' },
} as const satisfies Record<string, StateWords>
