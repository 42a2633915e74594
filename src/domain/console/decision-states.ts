import { staffDecisionStateWords } from '#vocabulary/states/staff-decision.ts'
import { machine } from '../machine.ts'

/** ours: within it, what was decided by mistake is taken back, and nobody has heard of it. */
export const SECONDS_TO_TAKE_BACK = 60

/** What staff decided of an item of a queue: carried out a minute later, if the item still allows it. */
export const decisionStates = machine({
  name: 'staff-decision',
  title: 'スタッフの決定',
  initial: 'waiting',
  states: staffDecisionStateWords,
  events: {
    decided: ['staff'],
    taken_back: ['staff'],
    carried_out: ['system'],
    failed: ['system'],
  },
  terminal: ['carried_out', 'taken_back', 'failed'],
  table: {
    waiting: {
      decided: 'waiting',
      taken_back: 'taken_back',
      carried_out: 'carried_out',
      failed: 'failed',
    },
  },
})
