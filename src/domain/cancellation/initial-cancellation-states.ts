import { initialCancellationStateWords } from '#vocabulary/states/initial-cancellation.ts'
import { machine } from '../machine.ts'

export const initialCancellationStates = machine({
  name: 'initial-cancellation',
  title: '初期契約解除',
  initial: 'eligible',
  states: initialCancellationStateWords,
  events: {
    submitted: ['member', 'staff'],
    period_ended: ['system'],
    accepted: ['system', 'staff'],
  },
  terminal: ['not_applicable', 'over', 'accepted'],
  table: {
    eligible: { submitted: 'submitted', period_ended: 'over' },
    submitted: { accepted: 'accepted' },
  },
})
