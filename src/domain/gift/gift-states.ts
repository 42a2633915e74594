import { giftStateWords } from '#vocabulary/states/gift.ts'
import { machine, type EventOf, type StateOf } from '../machine.ts'

/** Data given to another contract: out of the giver's pool from the first moment, in the other's once it is taken. */
export const giftStates = machine({
  name: 'gift',
  title: 'データギフト',
  initial: 'open',
  states: giftStateWords,
  events: {
    taken: ['member'],
    undone: ['member'],
    expired: ['system'],
    ended: ['system'],
  },
  terminal: ['taken', 'undone', 'expired', 'ended'],
  table: {
    open: { taken: 'taken', undone: 'undone', expired: 'expired', ended: 'ended' },
  },
})

export type GiftState = StateOf<typeof giftStates>
export type GiftEvent = EventOf<typeof giftStates>
