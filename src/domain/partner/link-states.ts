import { machine, type EventOf, type StateOf } from '../machine.ts'

/** The link to the points partner's account. */
export const partnerLinkStates = machine({
  name: 'partner-link',
  title: 'ポイント連携',
  initial: 'unlinked',
  states: {
    unlinked: { label: '未連携', sentence: 'ポイントの連携は設定されていません。' },
    pending: { label: '連携手続き中', sentence: '連携先でのログインを待っています。' },
    linked: { label: '連携済み', sentence: 'ポイントを連携しています。' },
    conflict: { label: '連携できず', sentence: '連携先のIDは、別のアカウントと連携済みです。' },
  },
  events: {
    link_begun: ['member'],
    linked: ['system'],
    id_already_used: ['system'],
    abandoned: ['member', 'system'],
    unlinked: ['member', 'staff', 'system'],
  },
  table: {
    unlinked: { link_begun: 'pending' },
    pending: { linked: 'linked', id_already_used: 'conflict', abandoned: 'unlinked' },
    linked: { unlinked: 'unlinked' },
    conflict: { link_begun: 'pending', abandoned: 'unlinked' },
  },
})

export type PartnerLinkState = StateOf<typeof partnerLinkStates>
export type PartnerLinkEvent = EventOf<typeof partnerLinkStates>
