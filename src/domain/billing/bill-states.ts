import { billStateWords } from '#vocabulary/states/bill.ts'
import { machine, type EventOf, type StateOf } from '../machine.ts'

export const billStates = machine({
  name: 'bill',
  title: '請求',
  initial: 'open',
  states: billStateWords,
  events: {
    month_closed: ['system'],
    charge_sent: ['system', 'member', 'staff'],
    nothing_due: ['system'],
    paid: ['system', 'member', 'staff'],
    charge_refused: ['system'],
    retry_sent: ['system'],
    retries_exhausted: ['system'],
    reminded: ['system'],
    suspended: ['system'],
    finally_noticed: ['system'],
    terminated: ['system'],
  },
  table: {
    open: { month_closed: 'fixed' },
    fixed: { charge_sent: 'charged', nothing_due: 'paid' },
    charged: { paid: 'paid', charge_refused: 'failed' },
    paid: {},
    failed: { retry_sent: 'retried', retries_exhausted: 'unpaid', paid: 'paid' },
    retried: { paid: 'paid', charge_refused: 'failed' },
    unpaid: { paid: 'paid', reminded: 'unpaid', suspended: 'suspended' },
    suspended: { paid: 'paid', finally_noticed: 'final_notice' },
    final_notice: { paid: 'paid', terminated: 'terminated' },
    terminated: { paid: 'paid' },
  },
})

export type BillState = StateOf<typeof billStates>
export type BillEvent = EventOf<typeof billStates>
