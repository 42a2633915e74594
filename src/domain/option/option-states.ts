import { optionStateWords } from '#vocabulary/states/option.ts'
import { machine, type EventOf, type StateOf } from '../machine.ts'

export const optionStates = machine({
  name: 'option',
  title: 'オプション',
  initial: 'available',
  states: optionStateWords,
  events: {
    joined: ['member', 'staff'],
    leaving_booked: ['member', 'staff'],
    leaving_undone: ['member', 'staff'],
    month_ended: ['system'],
    contract_ended: ['system'],
  },
  table: {
    available: { joined: 'active' },
    active: { leaving_booked: 'cancel_requested', contract_ended: 'ended' },
    cancel_requested: { leaving_undone: 'active', month_ended: 'ended', contract_ended: 'ended' },
    ended: { joined: 'active' },
  },
})

export type OptionState = StateOf<typeof optionStates>
export type OptionEvent = EventOf<typeof optionStates>
