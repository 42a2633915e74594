import { defineAggregate } from '#backend/step/take-step.ts'
import { decisionStates } from '#domain/console/decision-states.ts'
import type { DecisionRow } from './rows/decisions.ts'

const recorded = {
  details: ({ act, choice, item, ref }: DecisionRow) => ({ act, choice, item, ref }),
}

/** What was decided stands in the member's history from the moment it was decided, taken back or not. */
export const decisions = defineAggregate({
  table: 'staff_decision',
  key: ['decision_id'],
  machine: decisionStates,
  chain: (decision) => decision.chain,
  target: (decision) => decision.decision_id,
  steps: {
    decided: { audit: 'staff-decided', ...recorded },
    taken_back: { audit: 'staff-decision-taken-back', ...recorded },
    carried_out: { audit: 'staff-decision-carried-out', ...recorded },
    failed: { audit: 'staff-decision-failed', ...recorded },
  },
})
