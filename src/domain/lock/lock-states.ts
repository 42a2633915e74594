import { lockStateWords } from '#vocabulary/states/lock.ts'
import { machine, type EventOf, type StateOf } from '../machine.ts'

/** A lock the member sets: at once on, off after the time the member chose. */
export const lockStates = machine({
  name: 'lock',
  title: 'お客さまが設定するロック',
  initial: 'off',
  states: lockStateWords,
  events: {
    set: ['member'],
    lift_asked: ['member'],
    lift_stopped: ['member'],
    lifted: ['member', 'system'],
  },
  table: {
    off: { set: 'on' },
    on: { lift_asked: 'lifting', lifted: 'off' },
    lifting: { lift_stopped: 'on', lifted: 'off' },
  },
})

export type LockState = StateOf<typeof lockStates>
export type LockEvent = EventOf<typeof lockStates>
