import { defineAggregate, type About } from '#backend/step/take-step.ts'
import { billStates } from '#domain/billing/bill-states.ts'
import {
  overdueMessage,
  paidMessage,
  refusedMessage,
  type OverdueOccasion,
  type PaidPart,
} from './messages.ts'
import {
  creditKeptMessage,
  creditSpentMessage,
  refundedMessage,
  refundRefusedMessage,
} from './messages/credit.ts'
import type { BillRow } from './queries/stored-bills.ts'
import type { PaymentRow } from './rows/payments.ts'
import type { RefundRow } from './rows/refunds.ts'

type Bill = About<BillRow>
type Overdue = { readonly dueYen: number; readonly isStopped: boolean }
type Left = { readonly leftYen: number }
type Refunds = { readonly refunds: readonly RefundRow[] }

const overdue = (occasion: OverdueOccasion, audit: string) => ({
  audit,
  message: ({ row: bill, accountId }: Bill, facts: Overdue) =>
    overdueMessage(occasion, { accountId, bill, ...facts }),
})

/** Every step of a bill: what is recorded of it, and what the member gets. */
export const bills = defineAggregate({
  table: 'bill',
  key: ['contract_id', 'month'],
  machine: billStates,
  target: (bill) => bill.bill_id,
  steps: {
    month_closed: {},
    closed_in_credit: {},
    charge_sent: {},
    nothing_due: {},
    paid: {
      audit: 'bill-paid',
      details: (_, { payment, resumed }: Paid) => ({
        order: payment.order_id,
        askedBy: payment.asked_by,
        resumed,
      }),
      message: ({ row: bill, accountId }, { parts, resumed }: Paid) =>
        paidMessage({ accountId, bill, parts, resumed }),
    },
    charge_refused: {
      audit: 'bill-charge-refused',
      details: (_, { attempt, reason }: Refused) => ({ attempt, reason }),
      message: ({ row: bill, accountId }, facts: Refused) =>
        refusedMessage({ accountId, bill, ...facts }),
    },
    no_answer: {},
    retry_sent: {},
    retries_exhausted: {},
    reminded: overdue('reminded', 'bill-reminded'),
    suspended: overdue('suspended', 'bill-suspended'),
    finally_noticed: overdue('finallyNoticed', 'bill-finally-noticed'),
    terminated: overdue('terminated', 'bill-terminated'),
    credit_spent: {},
    // The message of `met_by_credit` says it.
    paid_by_credit: { event: 'paid' },
    met_by_credit: {
      event: null,
      audit: 'bill-met-by-credit',
      message: ({ row: bill, accountId }, facts: Left & { spentYen: number; dueYen: number }) =>
        creditSpentMessage({ accountId, bill, ...facts }),
    },
    credit_kept: {
      event: null,
      audit: 'credit-kept',
      details: (_, { leftYen }: Left) => ({ leftYen }),
      // The message of its use says what is left of one that was spent.
      message: ({ row: bill, accountId }, { leftYen }: Left) =>
        leftYen === -bill.total_yen ? creditKeptMessage({ accountId, bill, leftYen }) : undefined,
    },
    refund_sent: { audit: 'credit-refund-begun', details: refundIds },
    // Staff had the cards asked again: the bill says so already.
    refund_sent_again: { event: null, audit: 'credit-refund-begun', details: refundIds },
    cards_released: { event: 'refund_sent', audit: 'refund-cards-released' },
    transferred: { event: 'refund_sent', audit: 'refund-transferred' },
    refund_refused: {
      audit: 'credit-refund-refused',
      details: (_, { leftYen }: Left) => ({ leftYen }),
      message: ({ row: bill, accountId }, { leftYen }: Left) =>
        refundRefusedMessage({ accountId, bill, leftYen }),
    },
    refunded: {
      audit: 'credit-refunded',
      details: refundIds,
      message: ({ row: bill, accountId }, { refunds }: Refunds) =>
        refundedMessage({ accountId, bill, refunds }),
    },
  },
})

type Paid = {
  readonly payment: PaymentRow
  readonly parts: readonly PaidPart[]
  /** The payment lifted a suspension. */
  readonly resumed: boolean
}

type Refused = Omit<Parameters<typeof refusedMessage>[0], 'accountId' | 'bill'>

function refundIds(_: BillRow, { refunds }: Refunds) {
  return { refunds: refunds.map((one) => one.refund_id) }
}
