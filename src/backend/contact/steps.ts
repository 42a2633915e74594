import { defineAggregate } from '#backend/step/take-step.ts'
import { ticketStates } from '#domain/contact/ticket-states.ts'
import { contactMessage, type ContactOccasion } from './messages.ts'
import type { TicketRow } from './rows.ts'

const about = (occasion: ContactOccasion) => (of: { row: TicketRow; accountId: string }) =>
  contactMessage(occasion, of)

const stays = { event: null } as const

/** Every step of a ticket: what is recorded of it in the member's chain, and what the member gets. */
export const tickets = defineAggregate({
  table: 'ticket',
  key: ['ticket_no'],
  machine: ticketStates,
  stamps: ({ now }) => ({ changed_at: now }),
  chain: (ticket) => ticket.contract_id ?? ticket.account_id ?? 'system',
  target: (ticket) => ticket.ticket_no,
  accountId: (ticket) => ticket.account_id ?? undefined,
  steps: {
    opened: { ...stays, audit: 'ticket-opened' },
    // A call or a letter in a member's name: the member reads of it, whoever it was.
    received: { ...stays, audit: 'ticket-opened', message: about('received') },
    // The house's own work leaves its entry in the ticket and no more.
    taken: {},
    worked: stays,
    waited: { audit: 'ticket-waited', message: about('asked') },
    answered: { ...stays, audit: 'ticket-answered', message: about('answered') },
    wrote: { audit: 'ticket-written-to' },
    wroteAgain: { ...stays, audit: 'ticket-written-to' },
    solved: { audit: 'ticket-solved' },
    reopened: { audit: 'ticket-reopened' },
    closed: { audit: 'ticket-closed' },
    merged: { audit: 'ticket-merged' },
    identified: { ...stays, audit: 'ticket-member-named' },
    mandated: { ...stays, audit: 'ticket-mandate-noted' },
    confirmed: { ...stays, audit: 'ticket-mandate-confirmed' },
    answeredOutside: { ...stays, audit: 'ticket-answered-outside' },
  },
})

export type TicketStep = keyof typeof tickets.steps
