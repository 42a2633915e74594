import { machine, type EventOf, type StateOf } from '../machine.ts'

/** A paper copy of a contract document (契約書面). */
export const paperStates = machine({
  name: 'paper-copy',
  title: '契約書面の郵送',
  initial: 'none',
  states: {
    none: { label: '申し込みなし', sentence: '書面の郵送は申し込まれていません。' },
    ordered: { label: '受付済み', sentence: '書面の郵送を受け付けました。' },
    printed: { label: '印刷済み', sentence: '書面を印刷しました。まもなく発送します。' },
    shipped: { label: '発送済み', sentence: '書面を発送しました。' },
    delivered: { label: 'お届け済み', sentence: '書面をお届けしました。' },
    returned: { label: '返送', sentence: 'お届けできず返送されました。ご住所を確認してください。' },
  },
  events: {
    ordered: ['member', 'staff'],
    printed: ['system', 'staff'],
    shipped: ['system', 'staff'],
    delivered: ['system', 'staff'],
    returned: ['system', 'staff'],
  },
  table: {
    none: { ordered: 'ordered' },
    ordered: { printed: 'printed' },
    printed: { shipped: 'shipped' },
    shipped: { delivered: 'delivered', returned: 'returned' },
    delivered: { ordered: 'ordered' },
    returned: { ordered: 'ordered' },
  },
})

export type PaperState = StateOf<typeof paperStates>
export type PaperEvent = EventOf<typeof paperStates>
