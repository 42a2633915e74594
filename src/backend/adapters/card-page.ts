import { z } from 'zod'
import type { CardPagePort } from '#backend/ports/card-page.ts'
import { callOutside, PAGE_WAIT_MS, type OutsideOptions } from './outside-call.ts'

const newCard = z.object({
  cardToken: z.string().min(1).max(200),
  brand: z.string().max(40),
  last4: z.string().regex(/^\d{4}$/),
  expires: z.string().regex(/^\d{4}-\d{2}$/),
})

/** Speaks docs/outside-systems.md section 1.4; `url` is the address of the page. */
export function createCardPage(options: OutsideOptions): CardPagePort {
  return {
    address({ returnUrl, state, isFirst }) {
      const query = new URLSearchParams({
        return_url: returnUrl,
        state,
        ...(isFirst && { purpose: 'register' }),
      })
      return `${options.url}?${query.toString()}`
    },
    exchange: (code) =>
      callOutside(
        { timeoutMs: PAGE_WAIT_MS, ...options },
        { method: 'POST', path: '/exchange', body: { code } },
        async (answer) => newCard.parse(await answer.json()),
      ),
  }
}
