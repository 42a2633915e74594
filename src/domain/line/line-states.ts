import { machine, type EventOf, type StateOf } from '../machine.ts'

/** Why it is suspended is kept beside it (`suspensions` of the contract names who may resume). */
export const lineStates = machine({
  name: 'line',
  title: '回線',
  initial: 'preparing',
  states: {
    preparing: { label: '準備中', sentence: '回線を準備しています。' },
    active: { label: 'ご利用中', sentence: 'ご利用いただけます。' },
    suspended: { label: '利用停止中', sentence: 'この回線のご利用を停止しています。' },
    ending: { label: '解約予約中', sentence: '最終日まではご利用いただけます。' },
    ended: { label: '終了', sentence: 'この回線は終了しました。' },
  },
  events: {
    activated: ['carrier'],
    preparation_cancelled: ['member', 'staff', 'system', 'carrier'],
    suspended: ['member', 'staff', 'system'],
    resumed: ['member', 'staff', 'system'],
    resumed_before_end: ['member', 'staff', 'system'],
    cancellation_booked: ['member', 'staff'],
    cancellation_undone: ['member', 'staff'],
    ported_out: ['carrier', 'system'],
    ended: ['system', 'staff'],
  },
  table: {
    preparing: { activated: 'active', preparation_cancelled: 'ended', ended: 'ended' },
    active: {
      suspended: 'suspended',
      cancellation_booked: 'ending',
      ported_out: 'ended',
      ended: 'ended',
    },
    suspended: {
      resumed: 'active',
      resumed_before_end: 'ending',
      cancellation_booked: 'suspended',
      cancellation_undone: 'suspended',
      ported_out: 'ended',
      ended: 'ended',
    },
    ending: {
      suspended: 'suspended',
      cancellation_undone: 'active',
      ported_out: 'ended',
      ended: 'ended',
    },
    ended: {},
  },
})

export type LineState = StateOf<typeof lineStates>
export type LineEvent = EventOf<typeof lineStates>
