import type { StateWords } from '../state-words.ts'

/** ポイント連携 */
export const partnerLinkStateWords = {
  unlinked: { label: '未連携', sentence: 'ポイントの連携は設定されていません。' },
  pending: { label: '連携手続き中', sentence: '連携先でのログインを待っています。' },
  linked: { label: '連携済み', sentence: 'ポイントを連携しています。' },
  conflict: { label: '連携できず', sentence: '連携先のIDは、別のアカウントと連携済みです。' },
} as const satisfies Record<string, StateWords>
