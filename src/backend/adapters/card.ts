import { z } from 'zod'
import type { CardPort } from '#backend/ports/card.ts'
import { type OutsideOptions, PAGE_WAIT_MS, callOutside } from './outside-call.ts'
import type { CardPagePort } from '#backend/ports/card-page.ts'

const known = { at: z.string(), amountYen: z.int() }
const result = z.discriminatedUnion('result', [
  z.object({ result: z.literal('ok'), ...known }),
  z.object({ result: z.literal('refused'), reason: z.string(), ...known }),
])

/** Speaks docs/outside-systems.md section 3 over HTTP. */
export function createCard(options: OutsideOptions): CardPort {
  const read = async (answer: Response) => result.parse(await answer.json())
  const post = (path: string) => (body: unknown) =>
    callOutside(options, { method: 'POST', path, body }, read)
  const find = (path: string) => (orderId: string) =>
    callOutside(options, { method: 'GET', path: `${path}/${encodeURIComponent(orderId)}` }, read)
  return {
    charge: post('/charges'),
    find: find('/charges'),
    refund: post('/refunds'),
    findRefund: find('/refunds'),
  }
}

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
