import { phoneMoveStateWords } from '#vocabulary/states/phone-move.ts'
import { machine, type EventOf, type StateOf } from '../machine.ts'

/**
 * A line goes from the SIM of one phone to an eSIM in another. Until `switched` the SIM of before works, from then on the
 * new one, after `rolled_back` the one of before again: never both, never none. A carrier that is silent is no state of its
 * own: its answer is a state of the exchange (exchange-states.ts), and the move stays where it was.
 */
export const phoneMoveStates = machine({
  name: 'phone-move',
  title: '新しいスマホへの移行',
  initial: 'none',
  states: phoneMoveStateWords,
  events: {
    requested: ['member'],
    proof_wanted: ['member'],
    proved: ['system', 'staff'],
    proof_failed: ['system', 'staff'],
    profile_ready: ['carrier'],
    downloaded: ['carrier'],
    seen: ['carrier'],
    switch_asked: ['member'],
    switch_refused: ['carrier'],
    switched: ['carrier'],
    roll_back_asked: ['member'],
    roll_back_refused: ['carrier'],
    rolled_back: ['carrier'],
    undo_passed: ['system'],
    withdrawn: ['member'],
    expired: ['carrier', 'system'],
    refused_by_carrier: ['carrier'],
    line_ended: ['system'],
  },
  terminal: ['rolled_back', 'completed', 'withdrawn', 'expired', 'failed', 'voided'],
  table: {
    none: { requested: 'requested', proof_wanted: 'id_check' },
    id_check: {
      proved: 'requested',
      proof_failed: 'failed',
      withdrawn: 'withdrawn',
      expired: 'expired',
      line_ended: 'voided',
    },
    requested: {
      profile_ready: 'profile_ready',
      refused_by_carrier: 'failed',
      withdrawn: 'withdrawn',
      line_ended: 'voided',
    },
    profile_ready: {
      downloaded: 'downloaded',
      withdrawn: 'withdrawn',
      expired: 'expired',
      refused_by_carrier: 'failed',
      line_ended: 'voided',
    },
    downloaded: {
      seen: 'seen',
      withdrawn: 'withdrawn',
      expired: 'expired',
      refused_by_carrier: 'failed',
      line_ended: 'voided',
    },
    seen: {
      switch_asked: 'switching',
      // The carrier's word counts, also where its refusal of the request came before.
      switched: 'switched',
      withdrawn: 'withdrawn',
      expired: 'expired',
      refused_by_carrier: 'failed',
      line_ended: 'voided',
    },
    switching: { switched: 'switched', switch_refused: 'seen', line_ended: 'voided' },
    switched: {
      roll_back_asked: 'rolling_back',
      rolled_back: 'rolled_back',
      undo_passed: 'completed',
      line_ended: 'voided',
    },
    rolling_back: {
      rolled_back: 'rolled_back',
      roll_back_refused: 'switched',
      line_ended: 'voided',
    },
  },
})

export type PhoneMoveState = StateOf<typeof phoneMoveStates>
export type PhoneMoveEvent = EventOf<typeof phoneMoveStates>

/** The SIM by which the line works: the one of before, or the eSIM in the new phone. */
export function workingSim(state: PhoneMoveState): 'before' | 'new' {
  return newWorks.has(state) ? 'new' : 'before'
}

const newWorks: ReadonlySet<PhoneMoveState> = new Set(['switched', 'rolling_back', 'completed'])
