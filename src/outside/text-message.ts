import { z } from 'zod'
import type { OutsideSystem } from './operation.ts'
import { orderId, phoneNumber } from './words.ts'

export const textMessage = z.strictObject({
  orderId,
  to: phoneNumber,
  text: z.string().min(1).max(670),
})
export const textMessageSent = z.object({ orderId: z.string() })

export const textMessages = {
  name: 'text-messages',
  title: 'Text messages',
  description: "The carrier's way to send an SMS of ours, at the carrier's address.",
  operations: {
    send: {
      method: 'POST',
      path: '/messages',
      summary: 'Sends an SMS',
      isSecret: true,
      body: textMessage,
      answers: { 201: { schema: textMessageSent } },
      refusals: { 400: ['MALFORMED'], 409: ['ORDER_ID_REUSED'], 422: ['NUMBER_UNREACHABLE'] },
    },
  },
} as const satisfies OutsideSystem
