import { z } from 'zod'
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
