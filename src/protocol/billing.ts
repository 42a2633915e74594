import { billStateWords } from '#vocabulary/states/bill.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { z } from 'zod'
import { memberEndpoint } from './endpoint.ts'
import {
  billId,
  instant,
  masked,
  opaqueId,
  ownPath,
  points,
  tokyoDate,
  tokyoMonth,
  webUrl,
  yen,
} from './primitives.ts'
import { charge, totals } from './procedure.ts'

const billState = z.enum(namesOf(billStateWords)).meta({ id: 'BillState' })

/** A bill as shown; the qualified invoice of it never differs by a yen. */
const bill = z
  .object({
    billId,
    month: tokyoMonth,
    periodFrom: tokyoDate,
    periodTo: tokyoDate,
    state: billState,
    stateLabel: z.string(),
    ...totals.shape,
    fixedAt: instant.optional(),
    chargeOn: tokyoDate,
    paidAt: instant.optional(),
    /** What can be paid of it now: the total less credit spent on it. */
    payableYen: yen.optional(),
    /** Credit of earlier bills that was spent on it. */
    creditSpentYen: yen.optional(),
    /** Of a bill below zero: what is left of it, and what went back. */
    credit: z
      .object({
        leftYen: yen,
        message: z.string(),
        refunds: z.array(
          z.object({
            yen,
            way: z.enum(['card', 'points', 'transfer']),
            state: z.enum(['asked', 'done', 'refused']),
            on: tokyoDate,
            cardMasked: masked.optional(),
          }),
        ),
      })
      .optional(),
    /** Points that were spent on it. */
    pointsSpentYen: yen.optional(),
    paidBy: masked.optional(),
    /** Against the month before; absent for the first bill. */
    difference: z
      .object({
        yen,
        message: z.string(),
        parts: z.array(z.object({ label: z.string(), yen })),
      })
      .optional(),
    path: ownPath,
  })
  .meta({ id: 'Bill' })

const unpaidBill = z
  .object({
    billId,
    month: tokyoMonth,
    amountYen: yen,
    state: billState,
    stateLabel: z.string(),
    failedAt: instant,
    /** The card company’s refusal, in words. */
    reason: z.string(),
    retryOn: tokyoDate.optional(),
    /** Without a payment service stops on this day at 23:00. */
    suspendOn: tokyoDate,
    /** Without a payment the contract is over from this day on. */
    terminateOn: tokyoDate,
    /** The day before it: the contract's last. */
    payableUntil: tokyoDate,
    /** The contract is over: nothing stops and nothing ends any more, and paying resumes nothing. */
    contractEnded: z.boolean(),
    /** Paying it lifts the suspension at once. */
    resumes: z.boolean(),
    /** What a payment today adds to the bill of this month for being late. */
    lateInterestYen: yen.optional(),
    /** A charge is under way or its answer never came: paying again waits for it. */
    paymentPending: z.boolean(),
  })
  .meta({ id: 'UnpaidBill' })

/** One of the account's contracts before this one; their own, if not given. */
const earlierContract = opaqueId.optional()

export const billingApi = {
  billingStatusGet: memberEndpoint('GET', '/api/billing/status', {
    spec: '7.2 Billing',
    scope: 'bills:read',
    summary: '請求（24か月分）と支払いの状況',
    query: z.object({ month: tokyoMonth.optional(), contract: earlierContract }),
    result: z.object({ bills: z.array(bill), asOf: instant }),
  }),

  billingMonthsGet: memberEndpoint('GET', '/api/billing/months', {
    scope: 'bills:read',
    summary: '請求の月ごとの合計（25か月分）と支払いの状況',
    query: z.object({ contract: earlierContract }),
    result: z.object({
      months: z.array(
        z
          .object({
            month: tokyoMonth,
            totalYen: yen,
            state: billState,
            stateLabel: z.string(),
            chargeOn: tokyoDate,
            /** Against the month before; absent for the first bill. */
            differenceYen: yen.optional(),
            path: ownPath,
          })
          .meta({ id: 'BilledMonth' }),
      ),
      /** The month under way, which has no bill yet. */
      current: tokyoMonth,
      asOf: instant,
    }),
  }),

  billingEarlierGet: memberEndpoint('GET', '/api/billing/earlier', {
    summary: '以前のご契約（解約したあとで、また契約した方）',
    result: z.object({
      /** The last first; each with where its bills are. */
      contracts: z.array(
        z
          .object({
            contract: opaqueId,
            startedOn: tokyoDate.optional(),
            endsOn: tokyoDate.optional(),
            path: ownPath,
          })
          .meta({ id: 'EarlierContract' }),
      ),
    }),
  }),

  billingUnpaidGet: memberEndpoint('GET', '/api/billing/unpaid', {
    spec: '7.2 Billing',
    scope: 'bills:read',
    summary: 'お支払いが確認できていない請求',
    result: z.object({ bills: z.array(unpaidBill), totalYen: yen, asOf: instant }),
  }),

  billingReserveGet: memberEndpoint('GET', '/api/billing/reserve', {
    spec: '7.2 Billing',
    scope: 'bills:read',
    summary: '次の請求（現在までの料金と見込み）',
    result: z
      .object({
        month: tokyoMonth,
        chargeOn: tokyoDate,
        /** A bill that is fixed and not charged yet: what the card is asked for next. */
        due: z
          .object({ billId, month: tokyoMonth, amountYen: yen, chargeOn: tokyoDate, path: ownPath })
          .optional(),
        /** The bill of the month before, as long as it is not fixed: what it comes to by what is known now. */
        unfixed: z.object({ month: tokyoMonth, amountYen: yen, chargeOn: tokyoDate }).optional(),
        soFar: totals,
        forecast: z.object({ expectedYen: yen, lowYen: yen, highYen: yen }),
        /** Known now, on a later bill. */
        later: z.array(z.object({ month: tokyoMonth, charge })),
        asOf: instant,
      })
      .meta({ id: 'NextBill' }),
  }),

  singlePayPost: memberEndpoint('POST', '/api/single_pay', {
    spec: '7.2 Billing',
    limit: 'purchases',
    summary: '請求を1件、いま支払う',
    body: z.object({
      billId,
      /** All that is due. */
      amountYen: yen,
      /** Of it with points of the partner; the rest goes to the card. */
      points: points.optional(),
    }),
    result: z
      .object({
        /** `unknown`: the card company’s answer never came; it is never charged twice. */
        result: z.enum(['paid', 'unknown']),
        receiptNo: opaqueId,
        /** Points and card together. */
        paidYen: yen,
        pointsYen: yen.optional(),
        paidAt: instant.optional(),
        /** Set when the payment lifted a suspension. */
        resumedAt: instant.optional(),
      })
      .meta({ id: 'SinglePayment' }),
    errors: [
      'NOTHING_TO_PAY',
      'CONDITIONS_CHANGED',
      'PAYMENT_REFUSED',
      'PAYMENT_UNKNOWN',
      'CARD_MISSING',
      'POINTS_REFUSED',
      'POINTS_NOT_LINKED',
    ],
  }),

  billingUnpaidPayPost: memberEndpoint('POST', '/api/billing/unpaid_pay', {
    limit: 'purchases',
    summary: 'お支払いが確認できていない請求を、まとめていま支払う',
    body: z.object({
      /** All that is owed. */
      totalYen: yen,
    }),
    result: z
      .object({
        /** `partly`: the card company took some of it and refused the rest, which stays owed. */
        result: z.enum(['paid', 'partly', 'unknown']),
        /** Of the first bill, which names the others. */
        receiptNo: opaqueId,
        /** What was paid. */
        paidYen: yen,
      })
      .meta({ id: 'UnpaidPayment' }),
    errors: [
      'NOTHING_TO_PAY',
      'CONDITIONS_CHANGED',
      'PAYMENT_REFUSED',
      'PAYMENT_UNKNOWN',
      'CARD_MISSING',
    ],
  }),

  billingPaymentGet: memberEndpoint('GET', '/api/billing/payment', {
    scope: 'bills:read',
    summary: 'お支払いの控え',
    query: z.object({ receiptNo: opaqueId }),
    result: z
      .object({
        receiptNo: opaqueId,
        result: z.enum(['paid', 'unknown', 'refused']),
        /** Why the card company refused, in words. */
        reason: z.string().optional(),
        /** Points that came before the card refused stay spent. */
        refusedWay: z.enum(['card', 'points']).optional(),
        billId,
        month: tokyoMonth,
        paidYen: yen,
        pointsYen: yen.optional(),
        askedAt: instant,
        paidAt: instant.optional(),
        resumedAt: instant.optional(),
        /** The other bills that the same press pays. */
        others: z.array(
          z.object({
            receiptNo: opaqueId,
            month: tokyoMonth,
            result: z.enum(['paid', 'unknown', 'refused']),
            paidYen: yen,
            reason: z.string().optional(),
            resumedAt: instant.optional(),
          }),
        ),
        /** What is still owed keeps the service stopped. */
        stillSuspended: z.boolean(),
        cardMasked: masked.optional(),
      })
      .meta({ id: 'PaymentReceipt' }),
  }),

  billingPaymentMethodGet: memberEndpoint('GET', '/api/billing/payment_method', {
    summary: 'お支払い方法',
    result: z
      .object({
        method: z.enum(['card', 'none']),
        brand: z.string().optional(),
        /** `**** **** **** 1111` */
        numberMasked: masked.optional(),
        expires: tokyoMonth.optional(),
        usable: z.boolean(),
        message: z.string().optional(),
        updatedAt: instant.optional(),
      })
      .meta({ id: 'PaymentMethod' }),
  }),

  billingPaymentMethodPost: memberEndpoint('POST', '/api/billing/payment_method', {
    proof: 'secondFactor',
    summary: 'カード情報の変更ページを開く',
    body: z.object({ back: ownPath }),
    result: z.object({ updateUrl: webUrl }),
    errors: ['OUTSIDE_NO_ANSWER'],
  }),
}
