import {
  creditKeptMessage,
  creditSpentMessage,
  refundedMessage,
  refundRefusedMessage,
} from '#backend/billing/messages/credit.ts'
import {
  cardChangedMessage,
  compensationMessage,
  lateRefusalMessage,
  overdueMessage,
  overdueOccasions,
  paidMessage,
  refusedMessage,
} from '#backend/billing/messages.ts'
import type { RefundRow } from '#backend/billing/rows/refunds.ts'
import type { BillRow } from '#backend/billing/queries/stored-bills.ts'
import type { MemberMessage } from '#backend/mail/member-message.ts'
import { grantMessage } from '#backend/point/messages.ts'
import { instant, tokyoDate, tokyoMonth } from '#domain/tokyo.ts'
import { accountId, each, now } from './message-samples.ts'

const bill: BillRow = {
  contract_id: 'ctr_1',
  month: tokyoMonth('2026-10'),
  bill_id: 'bill_1',
  state: 'fixed',
  period_from: tokyoDate('2026-10-01'),
  period_to: tokyoDate('2026-10-31'),
  out_of_scope_yen: 0,
  total_yen: 1191,
  fixed_at: instant('2026-11-01T06:00:00+09:00'),
  charge_on: tokyoDate('2026-11-07'),
  paid_at: null,
  reminded_at: null,
  suspended_at: null,
  credit_told_at: null,
  history_version: null,
}

/** To a card, or by bank where there is none. */
const refund = (last4: string | null, yen: number): RefundRow => ({
  contract_id: 'ctr_1',
  refund_id: 'H-TEST-0000-0001',
  month: tokyoMonth('2026-10'),
  way: last4 === null ? 'transfer' : 'card',
  payment_order_id: last4 === null ? null : 'pay_1',
  card_last4: last4,
  amount_yen: yen,
  state: 'ok',
  reason: null,
  requested_at: now,
  answered_at: now,
  released_at: null,
})

const paidBy = {
  order_id: 'pay_1',
  receipt_no: 'P-TEST-0000-0001',
  amount_yen: 1191,
  card_last4: '4242',
  way: 'card',
} as const

const pointsBy = {
  order_id: 'pay_0',
  receipt_no: 'P-TEST-0000-0000',
  amount_yen: 300,
  card_last4: null,
  way: 'points',
} as const

const grant = {
  order_id: 'points-bill_1',
  month: tokyoMonth('2026-10'),
  points: 54,
  moved_points: 54,
  state: 'ok',
  reason: null,
} as const

/** Every message about money, by the function that writes it. */
export const billingShown: Readonly<Record<string, readonly MemberMessage[]>> = {
  paidMessage: [
    paidMessage({ accountId, bill, parts: [paidBy], resumed: false }),
    paidMessage({ accountId, bill, parts: [paidBy], resumed: true }),
    paidMessage({
      accountId,
      bill,
      parts: [pointsBy, { ...paidBy, amount_yen: 891 }],
      resumed: false,
    }),
    paidMessage({ accountId, bill, parts: [{ ...pointsBy, amount_yen: 1191 }], resumed: false }),
  ],
  refusedMessage: [
    refusedMessage({
      accountId,
      bill,
      dueYen: 1191,
      attempt: 1,
      reason: 'insufficient_funds',
      others: [],
      isStopped: false,
    }),
    refusedMessage({
      accountId,
      bill,
      dueYen: 1191,
      attempt: 3,
      reason: 'expired_card',
      others: [],
      isStopped: false,
    }),
    refusedMessage({
      accountId,
      bill,
      dueYen: 1191,
      attempt: 1,
      reason: 'expired_card',
      others: [{ month: tokyoMonth('2026-09'), dueYen: 3356 }],
      isStopped: false,
    }),
    refusedMessage({
      accountId,
      bill,
      dueYen: 1191,
      attempt: 3,
      reason: 'expired_card',
      others: [{ month: tokyoMonth('2026-09'), dueYen: 3356 }],
      isStopped: true,
    }),
  ],
  lateRefusalMessage: [
    lateRefusalMessage({
      accountId,
      bill,
      dueYen: 1191,
      payment: { order_id: 'bill_1-4', way: 'card', follows: null },
      reason: 'insufficient_funds',
    }),
    lateRefusalMessage({
      accountId,
      bill,
      dueYen: 891,
      payment: { order_id: 'bill_1-6', way: 'card', follows: 'bill_1-5' },
      reason: 'insufficient_funds',
    }),
    lateRefusalMessage({
      accountId,
      bill,
      dueYen: 300,
      payment: { order_id: 'bill_1-5', way: 'points', follows: null },
      reason: 'insufficient_points',
    }),
  ],
  compensationMessage: [
    compensationMessage({
      accountId,
      source: 'outage/out_1/line_1/2026-11',
      from: instant('2026-11-10T08:00:00+09:00'),
      to: instant('2026-11-12T10:00:00+09:00'),
      days: 2,
      yenExTax: 72,
      month: tokyoMonth('2026-11'),
    }),
  ],
  grantMessage: [
    grantMessage({ accountId, row: grant }),
    grantMessage({
      accountId,
      row: { ...grant, state: 'refused', moved_points: null, reason: 'member_unknown' },
    }),
    grantMessage({ accountId, row: { ...grant, points: -54, moved_points: 20 } }),
    grantMessage({
      accountId,
      row: {
        ...grant,
        points: -54,
        state: 'refused',
        moved_points: null,
        reason: 'member_unknown',
      },
    }),
  ],
  creditKeptMessage: [creditKeptMessage({ accountId, bill, leftYen: 500 })],
  creditSpentMessage: [
    creditSpentMessage({ accountId, bill, spentYen: 500, dueYen: 691, leftYen: 0 }),
    creditSpentMessage({ accountId, bill, spentYen: 1191, dueYen: 0, leftYen: 809 }),
  ],
  refundedMessage: [
    refundedMessage({ accountId, bill, refunds: [refund('4242', 1191), refund('0259', 809)] }),
    refundedMessage({ accountId, bill, refunds: [refund(null, 500)] }),
  ],
  refundRefusedMessage: [refundRefusedMessage({ accountId, bill, leftYen: 500 })],
  cardChangedMessage: [
    cardChangedMessage({ accountId, last4: '4242', now }),
    cardChangedMessage({ accountId, last4: '4242', now, owed: { yen: 1191 } }),
    cardChangedMessage({
      accountId,
      last4: '4242',
      now,
      owed: { yen: 1191, retryOn: tokyoDate('2026-12-10') },
    }),
  ],
  overdueMessage: [
    ...each(overdueOccasions, (occasion) =>
      overdueMessage(occasion, { accountId, bill, dueYen: 1191, isStopped: false }),
    ),
    ...(['reminded', 'suspended'] as const).map((occasion) =>
      overdueMessage(occasion, { accountId, bill, dueYen: 1191, isStopped: true }),
    ),
  ],
}
