import { z } from 'zod'
import type { PointsPort } from '#backend/ports/points.ts'
import { callOutside, type OutsideOptions } from './outside-call.ts'

const known = { at: z.string(), points: z.int() }
const result = z.discriminatedUnion('result', [
  z.object({ result: z.literal('ok'), moved: z.int(), ...known }),
  z.object({ result: z.literal('refused'), reason: z.string(), ...known }),
])
const balance = z.object({ points: z.int().min(0) })

/** Speaks docs/outside-systems.md section 1.5 over HTTP. */
export function createPoints(options: OutsideOptions): PointsPort {
  const read = async (answer: Response) => result.parse(await answer.json())
  return {
    move: (body) => callOutside(options, { method: 'POST', path: '/movements', body }, read),
    find: (orderId) =>
      callOutside(
        options,
        { method: 'GET', path: `/movements/${encodeURIComponent(orderId)}` },
        read,
      ),
    balance: (memberId) =>
      callOutside(
        options,
        { method: 'GET', path: `/members/${encodeURIComponent(memberId)}/balance` },
        async (answer) => balance.parse(await answer.json()),
      ),
  }
}
