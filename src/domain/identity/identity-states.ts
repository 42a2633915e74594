import { identityStateWords } from '#vocabulary/states/identity.ts'
import { machine, type EventOf, type StateOf } from '../machine.ts'

/** Identity check by IC chip; voice lines need it (携帯電話不正利用防止法). The My Number is never stored. */
export const identityStates = machine({
  name: 'identity',
  title: '本人確認',
  initial: 'waiting',
  states: identityStateWords,
  events: {
    // The reader reports it, and what it led to, after it has happened.
    reading_started: ['member', 'system'],
    matched: ['system', 'staff'],
    mismatched: ['system', 'staff'],
    not_read: ['system'],
    time_ran_out: ['system'],
    retried: ['member'],
    handed_to_staff: ['member', 'staff', 'system'],
    documents_asked: ['staff'],
  },
  terminal: ['not_required', 'matched'],
  table: {
    waiting: { reading_started: 'reading', time_ran_out: 'expired', handed_to_staff: 'manual' },
    reading: {
      matched: 'matched',
      mismatched: 'mismatch',
      not_read: 'unreadable',
      time_ran_out: 'expired',
      // It matched, and the reader did not say by which document.
      handed_to_staff: 'manual',
    },
    mismatch: { retried: 'waiting', handed_to_staff: 'manual' },
    unreadable: { retried: 'waiting', handed_to_staff: 'manual' },
    expired: { retried: 'waiting', handed_to_staff: 'manual' },
    manual: { matched: 'matched', mismatched: 'mismatch', documents_asked: 'waiting' },
  },
})

export type IdentityState = StateOf<typeof identityStates>
export type IdentityEvent = EventOf<typeof identityStates>
