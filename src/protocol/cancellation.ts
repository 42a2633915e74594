import { initialCancellationStateWords } from '#vocabulary/states/initial-cancellation.ts'
import { cancellationStateWords } from '#vocabulary/states/cancellation.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { z } from 'zod'
import { memberEndpoint } from './endpoint.ts'
import {
  agreed,
  dateOrInstant,
  instant,
  lineId,
  orderNo,
  queryList,
  tokyoDate,
  yen,
} from './primitives.ts'
import { confirmed, estimate, lineName, receipt, totals, why } from './procedure.ts'

/** Without `lineId` the whole contract is meant. */
const linesWanted = { lineId: queryList(lineId, 10).optional() }

export const cancellationApi = {
  simCancelPaymentGet: memberEndpoint('GET', '/api/sim_cancel/payment', {
    spec: '7.2 SIM',
    scope: 'contract:read',
    summary: '解約の費用と最終利用日',
    query: z.object(linesWanted),
    result: estimate
      .extend({
        scope: z.enum(['line', 'contract']),
        /** 解約金: always 0. */
        feeYen: yen,
        /** Counted from the request, also if it is queued. */
        lastServiceOn: tokyoDate,
        /** It waits for an open SIM order. */
        queued: z.boolean(),
        /** The cut-off has passed: it ends one month later than it would have. */
        afterCutOff: z.boolean(),
        /** Instalments of a device go on after the contract. */
        remainingInstalmentsYen: yen,
        /** A bill is overdue: it stays to be paid. */
        isUnpaid: z.boolean(),
        unpaidYen: yen,
        /** Of the last month, as far as it is known. */
        finalBill: totals,
        /** What is lost: numbers, data, options; one sentence each. */
        consequences: z.array(z.string()),
        /** Lines whose number is lost unless it is ported out first. */
        numbersLost: z.array(lineName),
      })
      .meta({ id: 'CancellationEstimate' }),
  }),

  simCancelReservePost: memberEndpoint('POST', '/api/sim_cancel/reserve', {
    spec: '7.2 SIM',
    proof: 'freshLogin',
    summary: '解約を予約する',
    body: z.object({
      ...confirmed,
      /** Absent: the whole contract. */
      lineIds: z.array(lineId).min(1).max(10).optional(),
      agreed,
    }),
    result: receipt.extend({ lastServiceOn: tokyoDate }).meta({ id: 'CancellationReceipt' }),
    errors: [
      'CANCELLATION_BOOKED',
      'LINE_NOT_ACTIVE',
      'CONTRACT_ENDED',
      'SUCCESSION_OPEN',
      'CONDITIONS_CHANGED',
    ],
  }),

  simCancelResetPost: memberEndpoint('POST', '/api/sim_cancel/reset', {
    spec: '7.2 SIM',
    proof: 'freshLogin',
    summary: '解約の予約を取り消す',
    body: z.object({ orderNo }),
    result: receipt,
    errors: ['NOTHING_BOOKED', 'UNDO_LIMIT_PASSED'],
  }),

  statusCancelStateGet: memberEndpoint('GET', '/api/status/cancel/state', {
    spec: '7.2 Data and lines',
    scope: 'contract:read',
    summary: '予約している解約',
    result: z.object({
      bookings: z.array(
        z
          .object({
            orderNo,
            scope: z.enum(['line', 'contract']),
            lines: z.array(lineName),
            /** `queued`: waits for an open SIM order to end. */
            state: z.enum(namesOf(cancellationStateWords)).exclude(['none']),
            stateLabel: z.string(),
            bookedAt: instant,
            lastServiceOn: tokyoDate.optional(),
            undo: why,
            undoUntil: instant.optional(),
          })
          .meta({ id: 'CancellationBooking' }),
      ),
      asOf: instant,
    }),
  }),

  statusInitialCancelGet: memberEndpoint('GET', '/api/status/initial_cancel', {
    spec: '7.2 Data and lines',
    summary: '初期契約解除の期限と費用',
    result: z
      .object({
        ...why.shape,
        state: z.enum(namesOf(initialCancellationStateWords)),
        /** Day 1 of the eight: receipt of the document, or start of service if later. */
        countedFrom: tokyoDate.optional(),
        eligibleUntil: dateOrInstant.optional(),
        daysLeft: z.int().min(0).optional(),
        lines: z.array(lineName),
        /** Used service and issue fee; no penalty. */
        owed: totals,
        consequences: z.array(z.string()),
        orderNo: orderNo.optional(),
        conditions: confirmed.conditions,
        asOf: instant,
      })
      .meta({ id: 'InitialCancel' }),
  }),

  statusInitialCancelPost: memberEndpoint('POST', '/api/status/initial_cancel', {
    spec: '7.2 Data and lines',
    proof: 'freshLogin',
    summary: '初期契約解除を申し出る',
    body: z.object({ ...confirmed, agreed }),
    result: receipt,
    errors: [
      'INITIAL_CANCEL_PERIOD_OVER',
      'INITIAL_CANCEL_NOT_APPLICABLE',
      'INITIAL_CANCEL_SUBMITTED',
      'CONTRACT_ENDED',
      'SUCCESSION_OPEN',
      'CONDITIONS_CHANGED',
    ],
  }),
}

/** As a form asks it: the wire takes lines or, without any, the whole contract; a member says which of the two is meant. */
export const cancellationChoice = {
  query: cancellationApi.simCancelPaymentGet.query
    .extend({
      scope: z.enum(
        ['contract', 'lines'],
        '解約するものを、「ご契約をすべて」か「一部の回線だけ」から選んでください。',
      ),
    })
    .refine(({ scope, lineId }) => scope === 'contract' || lineId !== undefined, {
      path: ['lineId'],
      error: '解約する回線を選んでください。',
    }),
}
