import { callerProofStateWords } from '#vocabulary/states/caller-proof.ts'
import { machine, type EventOf, type StateOf } from '../machine.ts'

/** Whether who calls is the member: by a code, or by answers that are compared blind. */
export const callerProofStates = machine({
  name: 'caller-proof',
  title: '電話の相手の確認',
  initial: 'begun',
  states: callerProofStateWords,
  events: {
    proved: ['staff'],
    failed: ['staff'],
    expired: ['system', 'member', 'staff'],
  },
  terminal: ['proved', 'failed', 'expired'],
  table: {
    begun: { proved: 'proved', failed: 'failed', expired: 'expired' },
  },
})

export type CallerProofState = StateOf<typeof callerProofStates>
export type CallerProofEvent = EventOf<typeof callerProofStates>
