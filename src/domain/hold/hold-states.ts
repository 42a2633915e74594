import { holdStateWords } from '#vocabulary/states/hold.ts'
import { machine, type StateOf } from '../machine.ts'

/**
 * A change that waits: one from a new device goes on at its hour unless it is stopped; one that staff asked for on behalf
 * ends at its hour unless a second person has confirmed it. One that is watched goes on, and can be stopped until its end.
 */
export const holdStates = machine({
  name: 'hold',
  title: '安全のための保留',
  initial: 'held',
  states: holdStateWords,
  events: {
    asked_by_staff: ['staff'],
    confirmed: ['staff'],
    let_go_on: ['member', 'system'],
    released: ['system'],
    stopped: ['member'],
    lapsed: ['system'],
    withdrawn: ['member', 'staff', 'system', 'carrier'],
  },
  terminal: ['released', 'stopped', 'lapsed', 'withdrawn'],
  table: {
    held: {
      asked_by_staff: 'needs_confirmation',
      let_go_on: 'watched',
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
    watched: { stopped: 'stopped', withdrawn: 'withdrawn' },
  },
})

export type HoldState = StateOf<typeof holdStates>

/** In which the change has gone nowhere yet. */
export const waitingHolds = ['held', 'needs_confirmation'] as const satisfies readonly HoldState[]

/** In which it can be stopped by the link that every contact got. */
export const stoppableHolds = [...waitingHolds, 'watched'] as const satisfies readonly HoldState[]
