import { billStateWords } from '#vocabulary/states/bill.ts'
import { machine, type StateOf } from '../machine.ts'

export const billStates = machine({
  name: 'bill',
  title: '請求',
  initial: 'open',
  states: billStateWords,
  events: {
    month_closed: ['system'],
    closed_in_credit: ['system'],
    charge_sent: ['system', 'member', 'staff'],
    nothing_due: ['system'],
    paid: ['system', 'member', 'staff'],
    charge_refused: ['system'],
    no_answer: ['system'],
    retry_sent: ['system'],
    retries_exhausted: ['system'],
    reminded: ['system'],
    suspended: ['system'],
    finally_noticed: ['system'],
    terminated: ['system'],
    credit_spent: ['system'],
    refund_sent: ['system', 'staff'],
    refund_refused: ['system'],
    refunded: ['system', 'staff'],
  },
  terminal: ['refunded', 'paid'],
  table: {
    open: { month_closed: 'fixed', closed_in_credit: 'credit' },
    fixed: { charge_sent: 'charged', nothing_due: 'paid', paid: 'paid' },
    charged: { paid: 'paid', charge_refused: 'failed', no_answer: 'unknown' },
    unknown: { paid: 'paid', charge_refused: 'failed' },
    credit: { credit_spent: 'paid', refund_sent: 'refunding', refund_refused: 'refund_refused' },
    refunding: { refunded: 'refunded', refund_refused: 'refund_refused' },
    refund_refused: { refund_sent: 'refunding' },
    failed: { retry_sent: 'retried', retries_exhausted: 'unpaid', paid: 'paid' },
    retried: { paid: 'paid', charge_refused: 'failed', no_answer: 'unknown' },
    unpaid: { paid: 'paid', reminded: 'unpaid', suspended: 'suspended' },
    suspended: { paid: 'paid', finally_noticed: 'final_notice' },
    final_notice: { paid: 'paid', terminated: 'terminated' },
    terminated: { paid: 'paid' },
  },
})

/** The state of a row, which the database keeps as text. */
export function billStateOf({ state }: { readonly state: string }): BillState {
  if (!billStates.isState(state)) throw new RangeError(`Not a state of a bill: ${state}`)
  return state
}

/** Nothing is owed of it: paid by whatever means, or below zero. */
export const settledStates = [
  'paid',
  'credit',
  'refunding',
  'refund_refused',
  'refunded',
] as const satisfies readonly BillState[]

/** A charge was refused for good or for now: the bill is owed until it is paid. */
export const owedStates = [
  'failed',
  'retried',
  'unpaid',
  'suspended',
  'final_notice',
  'terminated',
] as const satisfies readonly BillState[]

/** What the member can pay now: what is fixed and not paid, before its day too. */
export const payableStates = [
  'fixed',
  'failed',
  'unpaid',
  'suspended',
  'final_notice',
  'terminated',
] as const satisfies readonly BillState[]

export type BillState = StateOf<typeof billStates>
