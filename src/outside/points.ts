import { z } from 'zod'
import type { OutsideSystem } from './operation.ts'
import { instant, orderId } from './words.ts'

export const movementKind = z.enum(['grant', 'spend', 'give-back', 'take-back'])
export const partnerMemberId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const points = z.int().min(1).max(10_000_000)

export const movementRequest = z.strictObject({
  orderId,
  memberId: partnerMemberId,
  kind: movementKind,
  points,
})

const moved = z.int().min(0).meta({ description: 'Of what is taken back: no more than there is' })
const ok = z.object({ orderId, points, at: instant, result: z.literal('ok'), moved })
const refused = z.object({
  orderId,
  points,
  at: instant,
  result: z.literal('refused'),
  reason: z.string().min(1),
})

/** What the portal reads of a movement. */
export const movementDecision = z.discriminatedUnion('result', [ok, refused])

const asked = { memberId: partnerMemberId, kind: movementKind }
const movementAnswer = z.discriminatedUnion('result', [ok.extend(asked), refused.extend(asked)])
export const pointBalance = z.object({ memberId: partnerMemberId, points: z.int().min(0) })

const answers = { 200: { schema: movementAnswer } }

export const pointsPartner = {
  name: 'points',
  title: 'Points partner',
  description: "Moves points of the partner's members. A refusal is an answer (200), not an error.",
  operations: {
    move: {
      method: 'POST',
      path: '/movements',
      summary: 'Grants, spends, gives back or takes back',
      isSecret: true,
      body: movementRequest,
      answers,
      refusals: { 400: ['MALFORMED'], 409: ['ORDER_ID_REUSED'] },
    },
    findMovement: {
      method: 'GET',
      path: '/movements/{orderId}',
      summary: 'What became of a movement',
      isSecret: true,
      parameters: z.object({ orderId }),
      answers,
      refusals: { 404: ['MOVEMENT_UNKNOWN'] },
    },
    balance: {
      method: 'GET',
      path: '/members/{memberId}/balance',
      summary: 'How many points a member has',
      isSecret: true,
      parameters: z.object({ memberId: partnerMemberId }),
      answers: { 200: { schema: pointBalance } },
      refusals: { 404: ['MEMBER_UNKNOWN'] },
    },
  },
} as const satisfies OutsideSystem
