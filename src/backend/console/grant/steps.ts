import { defineAggregate } from '#backend/step/take-step.ts'
import { grantStates } from '#domain/console/grant-states.ts'
import type { GrantRow } from './rows/grants.ts'

/** Every step of an opened record, in the member's own chain. */
export const grants = defineAggregate({
  table: 'access_grant',
  key: ['account_id', 'grant_id'],
  machine: grantStates,
  chain: (grant) => grant.contract_id ?? grant.account_id,
  accountId: (grant) => grant.account_id,
  steps: {
    opened: {
      event: null,
      audit: 'record-opened',
      details: ({ reason, about }: GrantRow) => ({ reason, about: about ?? undefined }),
    },
    closed: { audit: 'record-closed' },
    expired: { audit: 'record-expired' },
    revoked: { audit: 'record-revoked' },
  },
})
