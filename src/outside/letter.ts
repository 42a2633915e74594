import { z } from 'zod'
import type { OutsideSystem } from './operation.ts'
import { orderId } from './words.ts'

/** Spoken with the house that prints and posts our letters (docs/outside-systems.md 8). */
export const letter = z.strictObject({
  orderId,
  /** 転送不要の簡易書留: handed over against a signature, and sent back where the post would forward it. */
  service: z.literal('registered_not_forwarded'),
  to: z.strictObject({
    name: z.string().min(1).max(100),
    zipCode: z.string().regex(/^\d{7}$/),
    address: z.string().min(1).max(200),
  }),
  /** Printed one below the other. */
  paragraphs: z.array(z.string().min(1).max(400)).min(1).max(20),
})

const letterStates = ['accepted', 'posted', 'delivered', 'returned'] as const

export const letterStatus = z.object({
  orderId: z.string(),
  state: z.enum(letterStates),
  /** Of the post, once it has the letter. */
  trackingNo: z.string().max(40).optional(),
})

const answer = { schema: letterStatus }

export const letters = {
  name: 'letters',
  title: 'Letters',
  description: 'The house that prints letters with a code and gives them to the post.',
  operations: {
    post: {
      method: 'POST',
      path: '/letters',
      summary: 'Prints a letter and posts it',
      isSecret: true,
      body: letter,
      answers: { 201: answer },
      refusals: { 400: ['MALFORMED'], 409: ['ORDER_ID_REUSED'], 422: ['ADDRESS_UNKNOWN'] },
    },
    findLetter: {
      method: 'GET',
      path: '/letters/{orderId}',
      summary: 'How far a letter has come',
      isSecret: true,
      parameters: z.object({ orderId }),
      answers: { 200: answer },
      refusals: { 404: ['LETTER_UNKNOWN'] },
    },
  },
} as const satisfies OutsideSystem
