import { machine, type EventOf, type StateOf } from '../machine.ts'

export const optionStates = machine({
  name: 'option',
  title: 'オプション',
  initial: 'available',
  states: {
    available: { label: '申し込めます', sentence: 'お申し込みいただけます。' },
    active: { label: 'ご利用中', sentence: 'ご利用いただけます。' },
    cancel_requested: { label: '解約受付済み', sentence: '月末まではご利用いただけます。' },
    ended: { label: '終了', sentence: 'このオプションは終了しました。' },
  },
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
