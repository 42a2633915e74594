import { handoverStateWords } from '#vocabulary/states/handover.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { z } from 'zod'
import { memberEndpoint } from './endpoint.ts'
import { agreed, instant, lineId, orderNo, tokyoDate, typedDigits, yen } from './primitives.ts'
import { confirmed, estimate, lineName, receipt, why } from './procedure.ts'
import { typedReading } from './typed-person.ts'

/** Ten digits by which the line is taken; screens show them in groups. */
export const handoverNo = typedDigits()
  .transform((value) => value.replaceAll(' ', ''))
  .pipe(z.string().regex(/^\d{10}$/u, '譲渡番号を10桁の数字で入力してください。'))

const offer = z
  .object({
    orderNo,
    state: z.enum(namesOf(handoverStateWords)),
    stateLabel: z.string(),
    sentence: z.string(),
    offeredAt: instant,
    /** While it can be used. */
    handoverNo: z.string().optional(),
    /** As the giver has named them. */
    receiverKana: z.string().optional(),
    /** The last day of the number. */
    validUntil: tokyoDate.optional(),
    /** Once it is accepted: from 00:00 of this day the line is the receiver's. */
    firstDay: tokyoDate.optional(),
    canWithdraw: z.boolean(),
  })
  .meta({ id: 'HandoverOffer' })

export const handoverApi = {
  handoverLinesGet: memberEndpoint('GET', '/api/handover/lines', {
    summary: 'ご家族にゆずれる回線、ゆずれない理由、進んでいる手続き',
    result: z.object({
      lines: z.array(z.object({ line: lineName, ...why.shape, offer: offer.optional() })),
      asOf: instant,
    }),
  }),

  handoverEstimateGet: memberEndpoint('GET', '/api/handover/estimate', {
    summary: '回線をご家族にゆずると変わること',
    query: z.object({ lineId }),
    result: estimate
      .extend({
        /** 0. */
        feeYen: yen,
        /** Of a number given out today. */
        numberValidUntil: tokyoDate,
        /** If the family member applied today: the first day of theirs. */
        firstDay: tokyoDate,
        remainingInstalmentsYen: yen,
        consequences: z.array(z.string()),
      })
      .meta({ id: 'HandoverEstimate' }),
  }),

  handoverOfferPost: memberEndpoint('POST', '/api/handover/offer', {
    proof: 'secondFactor',
    knownDevice: true,
    limit: 'attempts',
    summary: '回線をご家族にゆずる手続きを始め、譲渡番号を発行する',
    body: z.object({
      ...confirmed,
      lineId,
      /** Of who receives it, as in their own application. */
      lastNameKana: typedReading,
      firstNameKana: typedReading,
      birth: tokyoDate,
      agreed,
    }),
    result: z.object({ receipt, offer }).meta({ id: 'HandoverReceipt' }),
    errors: [
      'UNPAID',
      'SUSPENDED',
      'CANCELLATION_BOOKED',
      'SIM_ORDER_OPEN',
      'KIND_CHANGE_OPEN',
      'MNP_NUMBER_LIVE',
      'HANDOVER_OPEN',
      'SUCCESSION_OPEN',
      'LINE_NOT_ACTIVE',
      'CONTRACT_NOT_ACTIVE',
      'CONTRACT_ENDED',
      'SUCCESSION_OPEN',
      'CONDITIONS_CHANGED',
      'PORT_OUT_LOCKED',
      'LOCK_LIFTING',
    ],
  }),

  handoverWithdrawPost: memberEndpoint('POST', '/api/handover/withdraw', {
    proof: 'freshLogin',
    summary: '回線をご家族にゆずる手続きを取りやめる',
    body: z.object({ orderNo }),
    result: receipt,
    errors: ['HANDOVER_OVER'],
  }),
}

/** As a form asks it: which line. */
export const handoverChoice = {
  query: z.object({
    lineId: z
      .string('ゆずる回線を選んでください。')
      .min(1, 'ゆずる回線を選んでください。')
      .pipe(lineId),
  }),
}
