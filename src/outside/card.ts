import { z } from 'zod'
import type { OutsideSystem } from './operation.ts'
import { instant, orderId, reported } from './words.ts'

const amountYen = z.int().min(1).max(100_000_000)
const decided = { orderId, amountYen, at: instant }
const ok = z.object({ ...decided, result: z.literal('ok') })
const refused = z.object({ ...decided, result: z.literal('refused'), reason: z.string().min(1) })

/** What the portal reads of a charge and of a refund alike. */
export const cardDecision = z.discriminatedUnion('result', [ok, refused])

const charged = ok.extend({ chargeId: z.string().min(1) })
const chargeOrderId = orderId
const refundedYen = z.int().min(0)

const chargeAnswer = z.discriminatedUnion('result', [charged, refused])
const knownCharge = z.discriminatedUnion('result', [
  charged.extend({ refundedYen }),
  refused.extend({ refundedYen }),
])
const refundAnswer = z.discriminatedUnion('result', [
  ok.extend({ refundId: z.string().min(1), chargeOrderId }),
  refused.extend({ chargeOrderId }),
])

export const chargeRequest = z.strictObject({
  orderId,
  amountYen,
  cardToken: z.string().min(1).max(200),
})
export const refundRequest = z.strictObject({ orderId, chargeOrderId, amountYen })

export const card = {
  name: 'card',
  title: 'Card processor',
  description: 'Charges and refunds. A refusal is an answer (200), not an error.',
  operations: {
    charge: {
      method: 'POST',
      path: '/charges',
      summary: 'Takes money from a card',
      isSecret: true,
      body: chargeRequest,
      answers: { 200: { schema: chargeAnswer } },
      refusals: { 400: ['MALFORMED'], 409: ['ORDER_ID_REUSED'] },
    },
    findCharge: {
      method: 'GET',
      path: '/charges/{orderId}',
      summary: 'What became of a charge',
      isSecret: true,
      parameters: z.object({ orderId }),
      answers: { 200: { schema: knownCharge } },
      refusals: { 404: ['CHARGE_UNKNOWN'] },
    },
    chargesOfDay: {
      method: 'GET',
      path: '/charges',
      summary: 'Every charge of a day in Japan',
      isSecret: true,
      parameters: z.object({ date: z.iso.date() }),
      answers: {
        200: {
          schema: z.object({
            date: z.iso.date(),
            charges: z.array(chargeAnswer),
            totalYen: z.int().min(0),
          }),
        },
      },
      refusals: { 400: ['MALFORMED'] },
    },
    refund: {
      method: 'POST',
      path: '/refunds',
      summary: 'Gives a charge back, whole or in part',
      isSecret: true,
      body: refundRequest,
      answers: { 200: { schema: refundAnswer } },
      refusals: { 400: ['MALFORMED'], 409: ['ORDER_ID_REUSED'] },
    },
    findRefund: {
      method: 'GET',
      path: '/refunds/{orderId}',
      summary: 'What became of a refund',
      isSecret: true,
      parameters: z.object({ orderId }),
      answers: { 200: { schema: refundAnswer } },
      refusals: { 404: ['REFUND_UNKNOWN'] },
    },
  },
  reports: {
    charge: {
      summary: 'After every charge and refund',
      body: z.object({
        ...reported,
        type: z.enum(['charge', 'refund']),
        orderId,
        result: z.enum(['ok', 'refused']),
        amountYen,
      }),
    },
  },
} as const satisfies OutsideSystem
