import { machine, type EventOf, type StateOf } from '../machine.ts'

/** The booking of a cancellation, of lines or of the whole contract. */
export const cancellationStates = machine({
  name: 'cancellation',
  title: '解約の予約',
  initial: 'none',
  states: {
    none: { label: '予約なし', sentence: '解約の予約はありません。' },
    queued: {
      label: '順番待ち',
      sentence: '進行中のSIMの手続きが終わりしだい、解約を予約します。',
    },
    reserved: { label: '予約済み', sentence: '最終日までご利用いただけます。' },
    undone: {
      label: '取り消し済み',
      sentence: '解約の予約を取り消しました。引き続きご利用いただけます。',
    },
    executed: { label: '解約済み', sentence: '解約が完了しました。' },
    replaced: {
      label: '転出に切り替え',
      sentence: '番号の転出が完了したため、解約の予約は不要になりました。',
    },
  },
  events: {
    booked: ['member', 'staff'],
    queued: ['member', 'staff'],
    order_ended: ['system'],
    undone: ['member', 'staff'],
    last_day_ended: ['system'],
    ported_out: ['carrier', 'system'],
  },
  table: {
    none: { booked: 'reserved', queued: 'queued' },
    queued: { order_ended: 'reserved', undone: 'undone', ported_out: 'replaced' },
    reserved: { undone: 'undone', last_day_ended: 'executed', ported_out: 'replaced' },
    undone: {},
    executed: {},
    replaced: {},
  },
})

export type CancellationState = StateOf<typeof cancellationStates>
export type CancellationEvent = EventOf<typeof cancellationStates>
