import { holdStateWords } from '#vocabulary/states/hold.ts'
import { machine, type StateOf } from '../machine.ts'

/**
 * A change that waits: one from a new device goes on at its hour unless it is stopped; one that staff asked for on behalf
 * ends at its hour unless a second person has confirmed it.
 */
export const holdStates = machine({
  name: 'hold',
  title: '安全のための保留',
  initial: 'held',
  states: holdStateWords,
  events: {
    asked_by_staff: ['staff'],
    confirmed: ['staff'],
    released: ['system'],
    stopped: ['member'],
    lapsed: ['system'],
    withdrawn: ['member', 'staff', 'system', 'carrier'],
  },
  table: {
    held: {
      asked_by_staff: 'needs_confirmation',
      released: 'released',
      stopped: 'stopped',
      withdrawn: 'withdrawn',
    },
    needs_confirmation: {
      confirmed: 'held',
      stopped: 'stopped',
      lapsed: 'lapsed',
      withdrawn: 'withdrawn',
    },
    released: {},
    stopped: {},
    lapsed: {},
    withdrawn: {},
  },
})

export type HoldState = StateOf<typeof holdStates>

/** In which the change has gone nowhere yet. */
export const waitingHolds = ['held', 'needs_confirmation'] as const satisfies readonly HoldState[]
