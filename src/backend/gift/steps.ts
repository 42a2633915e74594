import { defineAggregate, type About } from '#backend/step/take-step.ts'
import { giftStates } from '#domain/gift/gift-states.ts'
import {
  cameBackMessage,
  givenMessages,
  type GivenFacts,
  takenMessages,
  type TakenFacts,
} from './messages.ts'
import type { GiftRow } from './rows.ts'

const details = ({ bytes, line_id: lineId }: GiftRow) => ({ bytes, line: lineId ?? undefined })

/** Every step of a gift: what is recorded of it at the giver's, and what either side gets. */
export const gifts = defineAggregate({
  table: 'gift',
  key: ['contract_id', 'gift_id'],
  machine: giftStates,
  // The code opens nothing once the gift is not open any more.
  stamps: ({ to, now }) => ({
    changed_at: now,
    ...(to !== 'open' && { code_index: null, code_sealed: null }),
    ...(to !== 'open' && to !== 'taken' && { ended_at: now }),
  }),
  accountId: (gift) => gift.holder_account_id,
  steps: {
    given: {
      event: null,
      audit: 'gift-given',
      details,
      message: ({ row }: About<GiftRow>, facts: GivenFacts) => givenMessages(row, facts),
    },
    taken: {
      audit: 'gift-taken',
      details,
      message: ({ row }: About<GiftRow>, facts: TakenFacts) => takenMessages(row, facts),
    },
    undone: { audit: 'gift-undone', details },
    expired: {
      audit: 'gift-expired',
      details,
      message: ({ row }: About<GiftRow>) => cameBackMessage(row),
    },
    /** Of a contract that is over or somebody else's by now: nobody is left to be told. */
    ended: { audit: 'gift-ended', details },
  },
})
