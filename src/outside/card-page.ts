import { z } from 'zod'
import type { OutsideSystem } from './operation.ts'

/** What we learn of a card: never its number. */
export const newCard = z.object({
  cardToken: z.string().min(1).max(200),
  brand: z.string().max(40),
  last4: z.string().regex(/^\d{4}$/),
  expires: z.string().regex(/^\d{4}-\d{2}$/),
})

export const cardPage = {
  name: 'card-page',
  title: 'Card page',
  description: "The provider's page on which a member enters a card, and what it hands over.",
  operations: {
    page: {
      method: 'GET',
      path: '/',
      summary: 'The page, in the browser of the member',
      isSecret: false,
      parameters: z.object({
        return_url: z.url(),
        state: z.string(),
        purpose: z.literal('register').optional(),
      }),
      answers: {
        200: { schema: z.string(), media: 'text/html' },
        400: { schema: z.string(), media: 'text/html' },
      },
    },
    exchange: {
      method: 'POST',
      path: '/exchange',
      summary: 'The card behind a code',
      isSecret: true,
      body: z.strictObject({ code: z.string() }),
      answers: { 200: { schema: newCard } },
      refusals: { 400: ['MALFORMED'], 410: ['CODE_SPENT'] },
    },
  },
} as const satisfies OutsideSystem
