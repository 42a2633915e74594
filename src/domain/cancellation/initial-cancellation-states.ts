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
  table: {
    not_applicable: {},
    eligible: { submitted: 'submitted', period_ended: 'over' },
    over: {},
    submitted: { accepted: 'accepted' },
    accepted: {},
  },
})
