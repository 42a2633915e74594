import { handoverStateWords } from '#vocabulary/states/handover.ts'
import { machine, type StateOf } from '../machine.ts'

/**
 * A line handed to a member of the family: the giver's order from the offer on, and the receiver's from acceptance on.
 * Both reach the month rollover together.
 */
export const handoverStates = machine({
  name: 'handover',
  title: '回線のご家族への譲渡',
  initial: 'none',
  states: handoverStateWords,
  events: {
    offered: ['member', 'staff'],
    joined: ['system'],
    taken: ['system'],
    accepted: ['system'],
    released: ['system'],
    withdrawn: ['member', 'staff', 'system'],
    lapsed: ['system'],
    refused: ['system'],
    month_turned: ['system'],
  },
  terminal: ['handed_over', 'withdrawn', 'lapsed', 'failed'],
  table: {
    none: { offered: 'offered', joined: 'due' },
    offered: {
      taken: 'taken',
      accepted: 'due',
      withdrawn: 'withdrawn',
      lapsed: 'lapsed',
      refused: 'failed',
    },
    taken: {
      accepted: 'due',
      released: 'offered',
      withdrawn: 'withdrawn',
      refused: 'failed',
    },
    due: {
      month_turned: 'handed_over',
      released: 'offered',
      withdrawn: 'withdrawn',
      refused: 'failed',
    },
  },
})

export type HandoverState = StateOf<typeof handoverStates>
