import { movementDecision, pointBalance } from '#outside/points.ts'
import type { PointsPort } from '#backend/ports/points.ts'
import { type OutsideOptions, callOutside, requireOwn } from './outside-call.ts'

const balance = pointBalance.pick({ points: true })

/** Speaks docs/outside-systems.md section 1.5 over HTTP. */
export function createPoints(options: OutsideOptions): PointsPort {
  /** An answer of another order, or of other points, has not moved these. */
  const readOf = (asked: { orderId: string; points?: number }) => async (answer: Response) => {
    const decision = movementDecision.parse(await answer.json())
    const { orderId: _, ...result } = requireOwn(decision, {
      orderId: asked.orderId,
      points: asked.points,
    })
    return result
  }
  return {
    move: (body) =>
      callOutside(options, { method: 'POST', path: '/movements', body }, readOf(body)),
    find: (orderId) =>
      callOutside(
        options,
        { method: 'GET', path: `/movements/${encodeURIComponent(orderId)}` },
        readOf({ orderId }),
      ),
    balance: (memberId) =>
      callOutside(
        options,
        { method: 'GET', path: `/members/${encodeURIComponent(memberId)}/balance` },
        async (answer) => balance.parse(await answer.json()),
      ),
  }
}
