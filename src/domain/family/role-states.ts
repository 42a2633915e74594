import { familyRoleStateWords } from '#vocabulary/states/family-role.ts'
import { machine, type EventOf, type StateOf } from '../machine.ts'

/** The role of a member of the family at a contract that is another's. */
export const familyRoleStates = machine({
  name: 'family-role',
  title: '家族の役割',
  initial: 'invited',
  states: familyRoleStateWords,
  events: {
    accepted: ['member'],
    withdrawn: ['member', 'system'],
    expired: ['system'],
    ended: ['member', 'system'],
  },
  terminal: ['withdrawn', 'expired', 'ended'],
  table: {
    invited: { accepted: 'active', withdrawn: 'withdrawn', expired: 'expired' },
    active: { ended: 'ended' },
  },
})

export type FamilyRoleState = StateOf<typeof familyRoleStates>
export type FamilyRoleEvent = EventOf<typeof familyRoleStates>
