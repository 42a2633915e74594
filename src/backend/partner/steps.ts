import { defineAggregate, type About } from '#backend/step/take-step.ts'
import { partnerLinkStates } from '#domain/partner/link-states.ts'
import { partnerLinkMessage } from './messages.ts'
import type { LinkRow } from './rows.ts'

const notified = (occasion: 'linked' | 'unlinked') => ({
  audit: `partner-link-${occasion}`,
  message: ({ accountId, now }: About<LinkRow>) => partnerLinkMessage({ accountId, occasion, now }),
})

/** What each step leaves of the partner's id and of where the member came from, unless it sets them. */
const cleared = {
  partner_id_sealed: null,
  partner_id_index: null,
  back_path: null,
  linked_at: null,
}

/** Every step of the link to the points partner: what is recorded of it, and what the member gets. */
export const links = defineAggregate({
  table: 'partner_link',
  key: ['account_id'],
  column: 'status',
  machine: partnerLinkStates,
  stamps: ({ now }) => ({ ...cleared, changed_at: now }),
  chain: (link) => link.account_id,
  target: () => 'partner-link',
  accountId: (link) => link.account_id,
  steps: {
    link_begun: { audit: 'partner-link-link-begun' },
    // The member went to the partner once more before coming back.
    visit_repeated: { event: null },
    linked: notified('linked'),
    id_already_used: { audit: 'partner-link-id-already-used' },
    abandoned: { audit: 'partner-link-abandoned' },
    unlinked: notified('unlinked'),
  },
})
