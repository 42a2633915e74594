import { defineAggregate } from '#backend/step/take-step.ts'
import { guardianConsentStates } from '#domain/guardian/consent-states.ts'
import { guardianMessage, type ConsentOccasion } from './messages.ts'
import type { ConsentRow } from './rows.ts'

const notified = (occasion: ConsentOccasion) => ({
  audit: `guardian-consent-${occasion.replaceAll('_', '-')}`,
  message: ({ row, accountId }: { row: ConsentRow; accountId: string }) =>
    guardianMessage(occasion, { accountId, row }),
})

/** Every step of a consent: what is recorded of it, and what the holder gets. */
export const consents = defineAggregate({
  table: 'guardian_consent',
  key: ['contract_id', 'line_id'],
  machine: guardianConsentStates,
  stamps: ({ now }) => ({ changed_at: now }),
  steps: {
    // With the order, whose message says that it was received.
    given: { event: null, audit: 'guardian-consent-given' },
    came_of_age: notified('came_of_age'),
    confirmed: notified('confirmed'),
    withdrawn: notified('withdrawn'),
    not_answered: notified('not_answered'),
  },
})
