import { partnerLinkStateWords } from '#vocabulary/states/partner-link.ts'
import { machine } from '../machine.ts'

/** The link to the points partner's account. */
export const partnerLinkStates = machine({
  name: 'partner-link',
  title: 'ポイント連携',
  initial: 'unlinked',
  states: partnerLinkStateWords,
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
