import { machine, type EventOf, type StateOf } from '../machine.ts'

/** A qualified invoice: once issued it never changes; a correction is a new one with a new number. */
export const invoiceStates = machine({
  name: 'invoice',
  title: '適格請求書',
  initial: 'none',
  states: {
    none: { label: '未確定', sentence: '請求が確定すると発行できます。' },
    reviewable: { label: '発行できます', sentence: '内容を確認して発行できます。' },
    issued: {
      label: '発行済み',
      sentence: '発行済みです。再発行したものには「再発行」と表示されます。',
    },
    corrected: { label: '修正済み', sentence: '修正した適格請求書を新しい番号で発行しました。' },
  },
  events: { bill_fixed: ['system'], issued: ['member', 'staff', 'system'], corrected: ['staff'] },
  table: {
    none: { bill_fixed: 'reviewable' },
    reviewable: { issued: 'issued' },
    issued: { corrected: 'corrected' },
    corrected: {},
  },
})

export type InvoiceState = StateOf<typeof invoiceStates>
export type InvoiceEvent = EventOf<typeof invoiceStates>
