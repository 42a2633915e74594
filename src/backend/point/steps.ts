import { defineAggregate, type About } from '#backend/step/take-step.ts'
import { pointGrantStates } from '#domain/point/grant-states.ts'
import { grantMessage } from './messages.ts'
import type { GrantRow } from './rows.ts'

const recorded = {
  details: ({ points, moved_points: moved, reason }: GrantRow) => ({ points, moved, reason }),
  message: (about: About<GrantRow>) => grantMessage(about),
}

/** What the partner's answer about a grant leaves behind. */
export const grants = defineAggregate({
  table: 'point_grant',
  key: ['contract_id', 'month'],
  machine: pointGrantStates,
  target: (grant) => grant.order_id,
  steps: {
    no_answer: {},
    moved: { audit: 'points-moved', ...recorded },
    refused: { audit: 'points-refused', ...recorded },
  },
})
