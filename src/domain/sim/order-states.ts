import { simOrderStateWords } from '#vocabulary/states/sim-order.ts'
import { machine, type EventOf, type StateOf } from '../machine.ts'

/** An order for a SIM: a further line, a size change or reissue, a change of kind. */
export const simOrderStates = machine({
  name: 'sim-order',
  title: 'SIMの注文',
  initial: 'quoted',
  states: simOrderStateWords,
  events: {
    ordered: ['member', 'staff'],
    identity_requested: ['system'],
    identity_passed: ['system', 'staff'],
    identity_failed: ['system', 'staff'],
    preparation_started: ['system', 'carrier'],
    shipped: ['carrier'],
    arrived: ['carrier'],
    profile_ready: ['carrier'],
    switch_opened: ['carrier', 'system'],
    switched: ['carrier'],
    auto_switched: ['carrier'],
    cancelled: ['member', 'staff'],
    returned: ['carrier'],
    refused_by_carrier: ['carrier'],
    lapsed: ['system'],
    line_ended: ['system'],
  },
  terminal: ['switched', 'auto_switched', 'cancelled', 'failed'],
  table: {
    quoted: { ordered: 'ordered', lapsed: 'cancelled' },
    ordered: {
      identity_requested: 'id_check',
      preparation_started: 'preparing',
      cancelled: 'cancelled',
      refused_by_carrier: 'failed',
      line_ended: 'cancelled',
    },
    id_check: {
      identity_passed: 'preparing',
      identity_failed: 'failed',
      cancelled: 'cancelled',
      lapsed: 'cancelled',
      line_ended: 'cancelled',
    },
    preparing: {
      shipped: 'shipped',
      profile_ready: 'switch_ready',
      refused_by_carrier: 'failed',
      cancelled: 'cancelled',
      line_ended: 'cancelled',
    },
    shipped: {
      arrived: 'arrived',
      switch_opened: 'switch_ready',
      returned: 'failed',
      line_ended: 'cancelled',
    },
    arrived: { switch_opened: 'switch_ready', line_ended: 'cancelled' },
    switch_ready: {
      switched: 'switched',
      auto_switched: 'auto_switched',
      refused_by_carrier: 'failed',
      line_ended: 'cancelled',
    },
  },
})

export type SimOrderState = StateOf<typeof simOrderStates>
export type SimOrderEvent = EventOf<typeof simOrderStates>
