import { machine, type EventOf, type StateOf } from '../machine.ts'

/**
 * One request to the carrier under one id. An answer that never came is a state: it is resolved by
 * asking for that id; only when the carrier never saw it does the same id go out again.
 */
export const exchangeStates = machine({
  name: 'carrier-exchange',
  title: '回線設備とのやりとり',
  initial: 'requested',
  states: {
    requested: { label: '送信待ち', sentence: '回線設備への依頼を準備しています。' },
    sent: { label: '送信済み', sentence: '回線設備からの応答を待っています。' },
    accepted: { label: '受理', sentence: '回線設備で受け付けられました。' },
    rejected: { label: '受理されず', sentence: '回線設備で受け付けられませんでした。' },
    unknown: { label: '応答確認中', sentence: '回線設備からの応答を確認しています。' },
  },
  events: {
    sent: ['system'],
    accepted: ['carrier'],
    rejected: ['carrier'],
    answer_missing: ['system'],
    never_arrived: ['system'],
  },
  table: {
    requested: { sent: 'sent' },
    sent: { accepted: 'accepted', rejected: 'rejected', answer_missing: 'unknown' },
    accepted: {},
    rejected: {},
    unknown: { accepted: 'accepted', rejected: 'rejected', never_arrived: 'requested' },
  },
})

export type ExchangeState = StateOf<typeof exchangeStates>
export type ExchangeEvent = EventOf<typeof exchangeStates>
