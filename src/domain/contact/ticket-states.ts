import { ticketStateWords } from '#vocabulary/states/ticket.ts'
import { machine, type EventOf, type StateOf } from '../machine.ts'

/** A case, from the first word to its end. Within `ticketReopenDays` of its solution it goes on where it was left. */
export const ticketStates = machine({
  name: 'ticket',
  title: 'お問い合わせ',
  initial: 'new',
  states: ticketStateWords,
  events: {
    taken: ['staff'],
    waited: ['staff'],
    wrote: ['member'],
    /** By itself where the item that it was made for has gone (console/queue). */
    solved: ['staff', 'system'],
    reopened: ['member', 'staff'],
    closed: ['system'],
    merged: ['staff'],
  },
  terminal: ['closed', 'merged'],
  table: {
    new: { taken: 'open', waited: 'waiting_member', solved: 'solved', merged: 'merged' },
    open: { waited: 'waiting_member', solved: 'solved', merged: 'merged' },
    waiting_member: { wrote: 'open', taken: 'open', solved: 'solved', merged: 'merged' },
    solved: { reopened: 'open', closed: 'closed' },
  },
})

export type TicketState = StateOf<typeof ticketStates>
export type TicketEvent = EventOf<typeof ticketStates>

/** States in which the clock to the next answer runs. */
export const clockRuns = (state: string): boolean => state === 'new' || state === 'open'
/** States in which somebody still has something to do. */
export const isOpenTicket = (state: string): boolean =>
  clockRuns(state) || state === 'waiting_member'
