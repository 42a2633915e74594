import { lineStateWords } from '#vocabulary/states/line.ts'
import { machine, type EventOf, type StateOf } from '../machine.ts'

/** The reason of a suspension is stored beside the state (`suspensions` of the contract says who may resume). */
export const lineStates = machine({
  name: 'line',
  title: '回線',
  initial: 'preparing',
  states: lineStateWords,
  events: {
    activated: ['carrier'],
    preparation_cancelled: ['member', 'staff', 'system', 'carrier'],
    suspended: ['member', 'staff', 'system'],
    resumed: ['member', 'staff', 'system'],
    resumed_before_end: ['member', 'staff', 'system'],
    cancellation_booked: ['member', 'staff'],
    cancellation_undone: ['member', 'staff'],
    ported_out: ['carrier', 'system'],
    handed_over: ['system'],
    ended: ['system', 'staff'],
  },
  terminal: ['ended'],
  table: {
    preparing: { activated: 'active', preparation_cancelled: 'ended', ended: 'ended' },
    active: {
      suspended: 'suspended',
      cancellation_booked: 'ending',
      ported_out: 'ended',
      handed_over: 'ended',
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
      handed_over: 'ended',
      ended: 'ended',
    },
  },
})

export type LineState = StateOf<typeof lineStates>
export type LineEvent = EventOf<typeof lineStates>
