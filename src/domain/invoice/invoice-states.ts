import { invoiceStateWords } from '#vocabulary/states/invoice.ts'
import { machine } from '../machine.ts'

/** A qualified invoice: once issued it never changes; a correction is a new one with a new number. */
export const invoiceStates = machine({
  name: 'invoice',
  title: '適格請求書',
  initial: 'none',
  states: invoiceStateWords,
  events: {
    bill_fixed: ['system'],
    issued: ['member', 'staff', 'system'],
    corrected: ['member', 'staff'],
  },
  terminal: ['corrected'],
  table: {
    none: { bill_fixed: 'reviewable' },
    reviewable: { issued: 'issued' },
    issued: { corrected: 'corrected' },
  },
})
