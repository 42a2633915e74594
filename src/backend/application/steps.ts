import type { MessageFact } from '#backend/mail/member-message.ts'
import { defineAggregate } from '#backend/step/take-step.ts'
import { applicationStates, type ApplicationEvent } from '#domain/application/application-states.ts'
import type { Instant } from '#domain/tokyo.ts'
import {
  acceptedMessage,
  receivedMessage,
  rejectedMessage,
  reminderMessage,
  withdrawnMessage,
} from './messages.ts'
import type { ApplicationRow } from './rows/applications.ts'

/** Events by which an application is decided. What becomes of the contract afterwards decides nothing. */
const deciding: ReadonlySet<ApplicationEvent | null> = new Set(['accepted', 'rejected'])

type About = { readonly row: ApplicationRow; readonly accountId: string }

const named = ({ row, accountId }: About) => ({ accountId, orderNo: row.order_no ?? '' })
const taken = {
  audit: 'application-withdrawn',
  message: (about: About) => withdrawnMessage(named(about), about.row.contract_id !== null),
} as const

/** Every step of an application for a contract (docs/decisions/086). */
export const applications = defineAggregate({
  table: 'application',
  key: ['application_id'],
  machine: applicationStates,
  stamps: ({ row, to, event, now }) => ({
    ...(event !== null && { changed_at: now }),
    ...(deciding.has(event) && row?.decided_at == null && { decided_at: now }),
    ...(applicationStates.isTerminal(to) && { closed_at: now }),
  }),
  chain: (row) => row.contract_id ?? row.account_id ?? row.application_id,
  target: (row) => row.order_no ?? row.application_id,
  accountId: (row) => row.account_id ?? undefined,
  steps: {
    submitted: {
      audit: 'application-submitted',
      details: ({ doubt }) => (doubt === null ? {} : { doubt }),
      message: (about, { ordered }: { readonly ordered: readonly MessageFact[] }) =>
        receivedMessage(named(about), about.row.doubt !== null, ordered),
    },
    handed_to_staff: {},
    accepted: { audit: 'application-accepted' },
    /** After a review: the applicant has waited for the result. */
    accepted_after_review: {
      event: 'accepted',
      audit: 'application-accepted',
      message: (about) => acceptedMessage(named(about)),
    },
    rejected: {
      audit: 'application-rejected',
      message: (about) => rejectedMessage(named(about), about.row.reason ?? ''),
    },
    withdrawn: taken,
    /** The lines are being stopped: the application ends when its contract does. */
    withdrawal_asked: { event: null, ...taken },
    /** The contract has ended, and the area that ended it has written to the member. */
    ended_with_contract: { event: 'withdrawn' },
    failed_with_contract: { event: 'rejected' },
    fulfilled: {},
    reminded: {
      event: null,
      message: (
        { row, accountId },
        reminder: { readonly until: Instant; readonly isLast: boolean },
      ) =>
        reminderMessage(
          { accountId, applicationId: row.application_id, version: row.version },
          reminder,
        ),
    },
    lapsed: {},
    discarded: {},
  },
})
