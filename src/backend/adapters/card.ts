import { z } from 'zod'
import type { CardPort } from '#backend/ports/card.ts'
import { callOutside, type OutsideOptions } from './outside-call.ts'

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
