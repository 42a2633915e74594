import { deviceClaimStateWords } from '#vocabulary/states/device.ts'
import { machine, type EventOf, type StateOf } from '../machine.ts'

/** A claim for repair or exchange, from the day it comes in to the device that was sent back; what never came is a state. */
export const deviceClaimStates = machine({
  name: 'device-claim',
  title: '端末の修理・交換の請求',
  initial: 'none',
  states: deviceClaimStateWords,
  events: {
    asked: ['member', 'staff'],
    photographs_asked: ['staff'],
    photographs_sent: ['member', 'staff'],
    repair_approved: ['staff'],
    exchange_approved: ['staff'],
    refused: ['staff'],
    withdrawn: ['member', 'staff'],
    device_arrived: ['staff'],
    repair_shipped: ['staff'],
    exchange_shipped: ['staff'],
    delivered: ['staff', 'system'],
    // For a device that is with us already: none has to be returned.
    replacement_delivered: ['staff', 'system'],
    return_arrived: ['staff'],
    overdue: ['system'],
  },
  terminal: ['closed', 'refused', 'lapsed', 'withdrawn'],
  table: {
    none: { asked: 'assessing' },
    assessing: {
      photographs_asked: 'photographs_required',
      repair_approved: 'awaiting_device',
      exchange_approved: 'exchange_preparing',
      refused: 'refused',
      withdrawn: 'withdrawn',
    },
    photographs_required: {
      photographs_sent: 'assessing',
      refused: 'refused',
      withdrawn: 'withdrawn',
      overdue: 'lapsed',
    },
    awaiting_device: {
      device_arrived: 'repairing',
      withdrawn: 'withdrawn',
      overdue: 'lapsed',
    },
    repairing: {
      repair_shipped: 'repair_shipped',
      // What costs more than the device was sold for is exchanged (terms, article 6).
      exchange_approved: 'exchange_preparing',
      refused: 'refused',
    },
    repair_shipped: { delivered: 'closed' },
    exchange_preparing: { exchange_shipped: 'exchange_shipped' },
    exchange_shipped: { delivered: 'return_awaited', replacement_delivered: 'closed' },
    return_awaited: { return_arrived: 'closed', overdue: 'return_missing' },
    return_missing: { return_arrived: 'closed' },
  },
})

export type DeviceClaimState = StateOf<typeof deviceClaimStates>
export type DeviceClaimEvent = EventOf<typeof deviceClaimStates>

/** Claims that count towards the limit of the cover year: all except refused, withdrawn and lapsed ones. */
export const countsAsClaim = (state: string): boolean =>
  state !== 'refused' && state !== 'lapsed' && state !== 'withdrawn'

/** Pictures can be added until staff have decided. */
export const takesPhotographs = (state: string): boolean =>
  state === 'assessing' || state === 'photographs_required'
