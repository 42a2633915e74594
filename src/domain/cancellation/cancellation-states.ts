import { cancellationStateWords } from '#vocabulary/states/cancellation.ts'
import { machine, type StateOf } from '../machine.ts'

/** The booking of a cancellation, of lines or of the whole contract. */
export const cancellationStates = machine({
  name: 'cancellation',
  title: '解約の予約',
  initial: 'none',
  states: cancellationStateWords,
  events: {
    booked: ['member', 'staff'],
    queued: ['member', 'staff'],
    order_ended: ['system'],
    undone: ['member', 'staff'],
    // The last day is over, and a succession that staff have accepted is ahead: nothing ends before that is decided.
    succession_ahead: ['system'],
    // An heir goes on with the contract.
    succeeded: ['system'],
    last_day_ended: ['system'],
    ported_out: ['carrier', 'system'],
  },
  terminal: ['undone', 'executed', 'replaced'],
  table: {
    none: { booked: 'reserved', queued: 'queued' },
    queued: {
      order_ended: 'reserved',
      undone: 'undone',
      succeeded: 'undone',
      succession_ahead: 'awaiting_succession',
      last_day_ended: 'executed',
      ported_out: 'replaced',
    },
    reserved: {
      undone: 'undone',
      succeeded: 'undone',
      succession_ahead: 'awaiting_succession',
      last_day_ended: 'executed',
      ported_out: 'replaced',
    },
    awaiting_succession: {
      succeeded: 'undone',
      last_day_ended: 'executed',
      ported_out: 'replaced',
    },
  },
})

export type CancellationState = StateOf<typeof cancellationStates>
