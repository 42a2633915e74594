import { z } from 'zod'
import type { CardPort } from '#backend/ports/card.ts'
import { callOutside, type OutsideOptions } from './outside-call.ts'

const charge = z.discriminatedUnion('result', [
  z.object({ result: z.literal('ok'), at: z.string() }),
  z.object({ result: z.literal('refused'), reason: z.string(), at: z.string() }),
])

/** Speaks docs/outside-systems.md section 3 over HTTP. */
export function createCard(options: OutsideOptions): CardPort {
  const read = async (answer: Response) => charge.parse(await answer.json())
  return {
    charge: (body) => callOutside(options, { method: 'POST', path: '/charges', body }, read),
    find: (orderId) =>
      callOutside(
        options,
        { method: 'GET', path: `/charges/${encodeURIComponent(orderId)}` },
        read,
      ),
  }
}
