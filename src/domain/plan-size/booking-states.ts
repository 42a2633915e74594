import { machine, type EventOf, type StateOf } from '../machine.ts'

/** The booking of another data size for the 1st. */
export const planSizeStates = machine({
  name: 'plan-size-booking',
  title: 'データ容量変更の予約',
  initial: 'none',
  states: {
    none: { label: '予約なし', sentence: 'データ容量の変更は予約されていません。' },
    reserved: { label: '予約済み', sentence: '適用日の0時に新しいデータ容量になります。' },
    applied: { label: '適用済み', sentence: '新しいデータ容量になりました。' },
    cancelled: {
      label: '取り消し済み',
      sentence: '予約を取り消しました。データ容量は変わりません。',
    },
    replaced: { label: '置き換え済み', sentence: '別のデータ容量の予約に置き換えました。' },
  },
  events: {
    booked: ['member', 'staff'],
    replaced: ['member', 'staff'],
    undone: ['member', 'staff'],
    contract_ended: ['system'],
    applied: ['system'],
  },
  table: {
    none: { booked: 'reserved' },
    reserved: {
      replaced: 'replaced',
      undone: 'cancelled',
      contract_ended: 'cancelled',
      applied: 'applied',
    },
    applied: {},
    cancelled: {},
    replaced: {},
  },
})

export type PlanSizeState = StateOf<typeof planSizeStates>
export type PlanSizeEvent = EventOf<typeof planSizeStates>
