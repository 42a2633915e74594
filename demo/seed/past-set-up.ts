import { z } from 'zod'
import { callOutside } from '#backend/adapters/outside-call.ts'
import type { PointMovement } from '#backend/ports/points.ts'
import type { Config } from '#server/config/config.ts'

export type PastAccess = Pick<Config, 'CARD_URL' | 'CARD_SECRET' | 'POINTS_URL' | 'POINTS_SECRET'>

/** A charge of the past, written into the card stand-in as it was: so it can be refunded. A real processor has no such call. */
export async function setUpCharge(
  { CARD_URL: url, CARD_SECRET: secret }: PastAccess,
  body: { orderId: string; amountYen: number; cardToken: string; at: string },
  result: 'ok' | 'refused',
): Promise<void> {
  await writePastMessages({ url, secret }, { path: '/charges', body }, result)
}

/** Points of the past, written into the points partner's stand-in. */
export async function setUpPoints(
  { POINTS_URL: url, POINTS_SECRET: secret }: PastAccess,
  body: { orderId: string; memberId: string; kind: PointMovement; points: number; at: string },
): Promise<void> {
  await writePastMessages({ url, secret }, { path: '/movements', body }, 'ok')
}

async function writePastMessages(
  to: { url: string; secret: string },
  { path, body }: { path: string; body: object },
  result: 'ok' | 'refused',
) {
  const answer = await callOutside(to, { method: 'POST', path, body }, async (response) =>
    z.object({ result: z.literal(result) }).parse(await response.json()),
  )
  if (answer.kind !== 'accepted')
    throw new Error(`a stand-in did not take the past: ${path} ${JSON.stringify(answer)}`)
}
