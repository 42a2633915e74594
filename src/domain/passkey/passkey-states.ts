import { passkeyStateWords } from '#vocabulary/states/passkey.ts'
import { machine, type EventOf, type StateOf } from '../machine.ts'

/** A passkey of an account: used until it is removed, or stopped because it may have been copied. */
export const passkeyStates = machine({
  name: 'passkey',
  title: 'パスキー',
  initial: 'active',
  states: passkeyStateWords,
  events: {
    counter_went_back: ['system'],
    removed: ['member', 'system'],
  },
  terminal: ['removed'],
  table: {
    active: { counter_went_back: 'stopped', removed: 'removed' },
    stopped: { removed: 'removed' },
  },
})

export type PasskeyState = StateOf<typeof passkeyStates>
export type PasskeyEvent = EventOf<typeof passkeyStates>
