import { accessGrantStateWords } from '#vocabulary/states/access-grant.ts'
import { machine, type EventOf, type StateOf } from '../machine.ts'

/** One opening of a member's record by one person of the staff, out of one case. */
export const grantStates = machine({
  name: 'access-grant',
  title: '会員の記録を開くこと',
  initial: 'open',
  states: accessGrantStateWords,
  events: {
    closed: ['staff'],
    expired: ['system'],
    revoked: ['staff', 'system'],
  },
  terminal: ['closed', 'expired', 'revoked'],
  table: {
    open: { closed: 'closed', expired: 'expired', revoked: 'revoked' },
  },
})

export type GrantState = StateOf<typeof grantStates>
export type GrantEvent = EventOf<typeof grantStates>
