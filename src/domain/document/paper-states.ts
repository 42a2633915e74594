import { paperStateWords } from '#vocabulary/states/paper.ts'
import { machine, type StateOf } from '../machine.ts'

/** A paper copy of a contract document (契約書面). */
export const paperStates = machine({
  name: 'paper-copy',
  title: '契約書面の郵送',
  initial: 'none',
  states: paperStateWords,
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
