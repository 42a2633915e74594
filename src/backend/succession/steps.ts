import { defineAggregate, type About } from '#backend/step/take-step.ts'
import { successionStates } from '#domain/succession/succession-states.ts'
import type { Instant, TokyoDate } from '#domain/tokyo.ts'
import {
  announcedMessage,
  endingMessage,
  formerHolderMessage,
  moveAheadMessage,
  noteToHolderMessage,
  overForHolderMessage,
  papersAskedMessage,
  papersSentMessage,
  pauseAheadMessage,
  stoppedForHeirMessage,
  stoppedForHolderMessage,
  successionLapsedMessage,
  successionReceivedMessage,
  successionRejectedMessage,
  successionWithdrawnMessage,
  takenOverMessage,
} from './messages.ts'
import type { SuccessionRow } from './rows/successions.ts'

type Succession = About<SuccessionRow>
/** The account that holds the contract. */
type Holder = { readonly holder: string }
/** With the secret of the link that stops the succession. */
type Stoppable = Holder & { readonly secret: string }

const toHeir = ({ row, accountId }: Succession) => ({ accountId, orderNo: row.order_no ?? '' })
const toHolder = ({ row }: Succession, { holder }: Holder) => ({
  accountId: holder,
  orderNo: row.order_no ?? '',
  request: row.wish,
})

/** Every step of a succession: what is recorded of it, and what heir and holder get. */
export const successions = defineAggregate({
  table: 'succession',
  key: ['account_id', 'succession_id'],
  machine: successionStates,
  stamps: ({ to, event, now }) =>
    event === null
      ? {}
      : {
          decision: null,
          decision_reason: null,
          decision_at: null,
          decision_pauses: false,
          changed_at: now,
          ...(successionStates.isTerminal(to) && { closed_at: now }),
        },
  chain: (row) => row.contract_id,
  target: (row) => row.order_no ?? row.succession_id,
  accountId: (row) => row.account_id,
  steps: {
    submitted: {
      audit: 'succession-submitted',
      message: (about: Succession, facts: Stoppable) => [
        noteToHolderMessage({ ...toHolder(about, facts), secret: facts.secret }),
        successionReceivedMessage(toHeir(about)),
      ],
    },
    documents_asked: {
      audit: 'succession-documents-asked',
      message: (about: Succession) =>
        papersAskedMessage(toHeir(about), about.row.asked ?? '', about.now.toString()),
    },
    pause_announced: {
      event: null,
      audit: 'succession-pause-announced',
      message: (about: Succession, facts: Stoppable & { readonly from: Instant }) =>
        pauseAheadMessage({ ...toHolder(about, facts), secret: facts.secret }, facts.from),
    },
    paused: { event: null, audit: 'succession-paused' },
    documents_sent: {
      audit: 'succession-documents-sent',
      message: (about: Succession, { askedAt }: { readonly askedAt: Instant }) =>
        papersSentMessage(toHeir(about), askedAt.toString()),
    },
    papers_accepted: {
      audit: 'succession-announced',
      message: (about: Succession, facts: Stoppable & { readonly at: Instant }) => [
        moveAheadMessage({ ...toHolder(about, facts), secret: facts.secret }, facts.at),
        announcedMessage(toHeir(about), about.row.wish, facts.at),
      ],
    },
    accepted: {
      audit: 'succession-accepted',
      message: (about: Succession, facts: Holder) => [
        takenOverMessage(toHeir(about)),
        formerHolderMessage(toHolder(about, facts)),
      ],
    },
    // The heir asked for the end of the contract.
    ended: {
      event: 'accepted',
      audit: 'succession-ended',
      message: (about: Succession, { lastDay }: { readonly lastDay: TokyoDate | undefined }) =>
        endingMessage(toHeir(about), lastDay),
    },
    rejected: {
      audit: 'succession-rejected',
      message: (about: Succession, facts: Holder) => [
        successionRejectedMessage(toHeir(about), about.row.wish, about.row.reason ?? ''),
        overForHolderMessage(toHolder(about, facts), 'rejected'),
      ],
    },
    withdrawn: {
      audit: 'succession-withdrawn',
      message: (about: Succession, facts: Holder) => [
        successionWithdrawnMessage(toHeir(about)),
        overForHolderMessage(toHolder(about, facts), 'withdrawn'),
      ],
    },
    stopped: {
      audit: 'succession-stopped',
      details: (_: SuccessionRow, { by }: { readonly by: 'session' | 'link' }) => ({ by }),
      message: (about: Succession, facts: Holder & { readonly by: 'session' | 'link' }) => [
        stoppedForHolderMessage(toHolder(about, facts)),
        stoppedForHeirMessage(toHeir(about), about.row.wish),
      ],
    },
    lapsed: {
      audit: 'succession-lapsed',
      message: (about: Succession, facts: Holder) => [
        successionLapsedMessage(toHeir(about)),
        overForHolderMessage(toHolder(about, facts), 'lapsed'),
      ],
    },
  },
})
