import { defineAggregate, type About } from '#backend/step/take-step.ts'
import { lineCapStates } from '#domain/data/line-cap-states.ts'
import { type CapMessageFacts, capLiftedMessage, capReachedMessage } from './messages.ts'
import type { ReachRow } from './rows/line-caps.ts'

const details = ({ period, cap_bytes: capBytes, used_bytes: usedBytes }: ReachRow) => ({
  period,
  capBytes,
  usedBytes,
})

/** Every step of a line at its cap: what is recorded of it, and what the holder gets. */
export const capReaches = defineAggregate({
  table: 'line_cap_reach',
  key: ['contract_id', 'reach_id'],
  machine: lineCapStates,
  stamps: ({ to, now }) => (to === 'lifted' ? { ended_at: now } : {}),
  target: (reach) => reach.line_id,
  steps: {
    reached: {
      audit: 'line-cap-reached',
      details,
      message: ({ row, accountId }: About<ReachRow>, facts: CapMessageFacts) =>
        capReachedMessage({ accountId, reach: row, ...facts }),
    },
    /** Every night, of whoever has a cap a day: no message. */
    period_over: { audit: 'line-cap-period-over', details },
    lifted: {
      audit: 'line-cap-lifted',
      details,
      message: ({ row, accountId }: About<ReachRow>, facts: CapMessageFacts) =>
        capLiftedMessage({ accountId, reach: row, ...facts }),
    },
    line_ended: { audit: 'line-cap-line-ended', details },
  },
})
