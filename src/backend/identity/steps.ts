import { defineAggregate } from '#backend/step/take-step.ts'
import { identityStates } from '#domain/identity/identity-states.ts'
import type { CheckRow } from './rows/checks.ts'

const concluded = { audit: ({ state }: CheckRow) => `identity-check-${state}` }
const begun = 'identity-check-begun'

/** Every step of an identity check. The area whose order waits for it writes to the member. */
export const checks = defineAggregate({
  table: 'identity_check',
  key: ['account_id', 'check_id'],
  machine: identityStates,
  stamps: ({ now }) => ({ changed_at: now }),
  chain: (check) => check.contract_id ?? check.account_id,
  target: (check) => check.order_no,
  accountId: (check) => check.account_id,
  steps: {
    begun: { event: null, audit: begun },
    retried: { audit: begun },
    reading_started: concluded,
    matched: concluded,
    mismatched: concluded,
    not_read: concluded,
    time_ran_out: concluded,
    handed_to_staff: concluded,
    documents_asked: concluded,
  },
})
