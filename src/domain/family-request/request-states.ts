import { familyRequestStateWords } from '#vocabulary/states/family-request.ts'
import { machine, type EventOf, type StateOf } from '../machine.ts'

/** What a user of a line asks of the holder: answered once, by whoever is first. */
export const familyRequestStates = machine({
  name: 'family-request',
  title: 'ご家族からのお願い',
  initial: 'open',
  states: familyRequestStateWords,
  events: {
    granted: ['member'],
    declined: ['member'],
    withdrawn: ['member'],
    expired: ['system'],
    closed: ['system'],
  },
  terminal: ['granted', 'declined', 'withdrawn', 'expired', 'closed'],
  table: {
    open: {
      granted: 'granted',
      declined: 'declined',
      withdrawn: 'withdrawn',
      expired: 'expired',
      closed: 'closed',
    },
  },
})

export type FamilyRequestState = StateOf<typeof familyRequestStates>
export type FamilyRequestEvent = EventOf<typeof familyRequestStates>
