import { applicationStateWords } from '#vocabulary/application.ts'
import { machine, type EventOf, type StateOf } from '../machine.ts'

/** An application for a contract; from acceptance on the contract and its lines have tables of their own. */
export const applicationStates = machine({
  name: 'application',
  title: '新規の申し込み',
  initial: 'open',
  states: applicationStateWords,
  events: {
    submitted: ['member'],
    lapsed: ['system'],
    discarded: ['member'],
    accepted: ['system', 'staff'],
    handed_to_staff: ['system'],
    rejected: ['system', 'staff'],
    withdrawn: ['member', 'staff', 'system'],
    fulfilled: ['system'],
  },
  terminal: ['fulfilled', 'rejected', 'withdrawn', 'lapsed', 'discarded'],
  table: {
    open: { submitted: 'submitted', lapsed: 'lapsed', discarded: 'discarded' },
    submitted: {
      accepted: 'accepted',
      handed_to_staff: 'in_review',
      rejected: 'rejected',
      withdrawn: 'withdrawn',
    },
    in_review: { accepted: 'accepted', rejected: 'rejected', withdrawn: 'withdrawn' },
    accepted: { fulfilled: 'fulfilled', withdrawn: 'withdrawn', rejected: 'rejected' },
  },
})

export type ApplicationState = StateOf<typeof applicationStates>
export type ApplicationEvent = EventOf<typeof applicationStates>
