import { connectionStateWords } from '#vocabulary/states/connection.ts'
import { machine, type EventOf, type StateOf } from '../machine.ts'

/** A program that a member has let in: used until it is taken back, or over by itself. */
export const connectionStates = machine({
  name: 'connection',
  title: '連携とアクセスキー',
  initial: 'active',
  states: connectionStateWords,
  events: {
    taken_back: ['member'],
    ended: ['member', 'staff', 'system'],
    stopped: ['system'],
  },
  terminal: ['ended'],
  table: {
    active: { taken_back: 'ended', ended: 'ended', stopped: 'ended' },
  },
})

export type ConnectionState = StateOf<typeof connectionStates>
export type ConnectionEvent = EventOf<typeof connectionStates>
