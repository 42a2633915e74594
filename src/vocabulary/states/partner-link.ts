import { type StateWords, words } from '../state-words.ts'

/** ポイント連携 */
export const partnerLinkStateWords = {
  unlinked: words('未連携', 'ポイントの連携は設定されていません。'),
  pending: words('連携手続き中', '連携先でのログインを待っています。'),
  linked: words('連携済み', 'ポイントを連携しています。'),
  conflict: words('連携できず', '連携先のIDは、別のアカウントと連携済みです。'),
} as const satisfies Record<string, StateWords>
