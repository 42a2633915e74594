import { successionStateWords } from '#vocabulary/succession.ts'
import { machine, type EventOf, type StateOf } from '../machine.ts'

/** The succession to a contract after a death: what an heir asks for, until staff have read the papers. */
export const successionStates = machine({
  name: 'succession',
  title: '承継（ご契約者が亡くなったとき）',
  initial: 'draft',
  states: successionStateWords,
  events: {
    submitted: ['member'],
    documents_asked: ['staff'],
    documents_sent: ['member'],
    accepted: ['staff'],
    rejected: ['staff'],
    withdrawn: ['member', 'staff'],
    lapsed: ['system'],
  },
  table: {
    draft: { submitted: 'submitted' },
    submitted: {
      documents_asked: 'documents_requested',
      accepted: 'accepted',
      rejected: 'rejected',
      withdrawn: 'withdrawn',
    },
    documents_requested: {
      documents_sent: 'submitted',
      accepted: 'accepted',
      rejected: 'rejected',
      withdrawn: 'withdrawn',
      lapsed: 'lapsed',
    },
    accepted: {},
    rejected: {},
    withdrawn: {},
    lapsed: {},
  },
})

export type SuccessionState = StateOf<typeof successionStates>
export type SuccessionEvent = EventOf<typeof successionStates>

/** Somebody is looking at it, or waits for papers. */
export const openSuccessions = [
  'submitted',
  'documents_requested',
] as const satisfies readonly SuccessionState[]

/** Papers are taken in as long as nothing has been decided. */
export const takesDocuments = (state: string): boolean =>
  state === 'draft' || openSuccessions.some((open) => open === state)
