import { optionStateWords } from '#vocabulary/states/option.ts'
import { machine, type StateOf } from '../machine.ts'

/** An option as the member has it; its orders (`order-states.ts`) take it from one state to the next. */
export const optionStates = machine({
  name: 'option',
  title: 'オプション',
  initial: 'available',
  states: optionStateWords,
  events: {
    asked: ['member', 'staff'],
    joined: ['member', 'staff', 'carrier', 'system'],
    refused: ['carrier', 'system'],
    leaving_booked: ['member', 'staff'],
    leaving_undone: ['member', 'staff'],
    left_at_once: ['carrier', 'system'],
    month_ended: ['system'],
    contract_ended: ['system'],
  },
  table: {
    available: { asked: 'joining', joined: 'active' },
    joining: { joined: 'active', refused: 'available', contract_ended: 'ended' },
    active: {
      leaving_booked: 'cancel_requested',
      left_at_once: 'ended',
      contract_ended: 'ended',
    },
    cancel_requested: { leaving_undone: 'active', month_ended: 'ended', contract_ended: 'ended' },
    ended: { asked: 'joining', joined: 'active' },
  },
})

export type OptionState = StateOf<typeof optionStates>
