import { exchangeStateWords } from '#vocabulary/states/exchange.ts'
import { machine, type StateOf } from '../machine.ts'

/**
 * One request to the carrier under one id. An answer that never came is a state: it is resolved by
 * asking for that id; only when the carrier never saw it does the same id go out again.
 */
export const exchangeStates = machine({
  name: 'carrier-exchange',
  title: '回線設備とのやりとり',
  initial: 'requested',
  states: exchangeStateWords,
  events: {
    sent: ['system'],
    accepted: ['carrier'],
    rejected: ['carrier'],
    answer_missing: ['system'],
    never_arrived: ['system'],
  },
  terminal: ['accepted', 'rejected'],
  table: {
    requested: { sent: 'sent' },
    sent: { accepted: 'accepted', rejected: 'rejected', answer_missing: 'unknown' },
    unknown: { accepted: 'accepted', rejected: 'rejected', never_arrived: 'requested' },
  },
})

export type ExchangeState = StateOf<typeof exchangeStates>
