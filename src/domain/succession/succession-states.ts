import { successionAnswers, type SuccessionAnswer } from '#vocabulary/console-queue.ts'
import { successionStateWords } from '#vocabulary/succession.ts'
import { machine, type StateOf } from '../machine.ts'

/** The succession to a contract after a death, from the heir's draft until it is carried out or closed. */
export const successionStates = machine({
  name: 'succession',
  title: '承継（ご契約者が亡くなったとき）',
  initial: 'draft',
  states: successionStateWords,
  events: {
    submitted: ['member'],
    documents_asked: ['staff'],
    documents_sent: ['member'],
    papers_accepted: ['staff'],
    accepted: ['system'],
    rejected: ['staff'],
    withdrawn: ['member', 'staff'],
    stopped: ['member'],
    lapsed: ['system'],
  },
  terminal: ['accepted', 'rejected', 'withdrawn', 'stopped', 'lapsed'],
  table: {
    draft: { submitted: 'submitted' },
    submitted: {
      documents_asked: 'documents_requested',
      papers_accepted: 'announced',
      rejected: 'rejected',
      withdrawn: 'withdrawn',
      stopped: 'stopped',
    },
    documents_requested: {
      documents_sent: 'submitted',
      papers_accepted: 'announced',
      rejected: 'rejected',
      withdrawn: 'withdrawn',
      stopped: 'stopped',
      lapsed: 'lapsed',
    },
    announced: {
      accepted: 'accepted',
      rejected: 'rejected',
      withdrawn: 'withdrawn',
      stopped: 'stopped',
    },
  },
})

export type SuccessionState = StateOf<typeof successionStates>

/** Staff have not decided yet, or wait for papers. */
export const undecidedSuccessions = [
  'submitted',
  'documents_requested',
] as const satisfies readonly SuccessionState[]

/** Submitted and not closed: the holder can stop it. */
export const openSuccessions = [
  ...undecidedSuccessions,
  'announced',
] as const satisfies readonly SuccessionState[]

export const isOpenSuccession = (state: string): boolean =>
  openSuccessions.some((open) => open === state)

/** Papers are accepted as long as staff have not decided. */
export const takesDocuments = (state: string): boolean =>
  state === 'draft' || undecidedSuccessions.some((open) => open === state)

const eventOf = { ask: 'documents_asked', pause: 'documents_asked', reject: 'rejected' } as const

/** What the desk can answer to a succession in this state, short of accepting it. */
export const answersIn = (state: SuccessionState): SuccessionAnswer[] =>
  successionAnswers.filter((answer) => successionStates.can(state, eventOf[answer], 'staff'))
