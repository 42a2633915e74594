import { Hono } from 'hono'
import { z } from 'zod'
import { movementKind, movementRequest, partnerMemberId } from '#outside/points.ts'
import { answerOnce, answersSchema } from '../wire/answers.ts'
import { bearer } from '../wire/bearer.ts'
import { neverAnswer, type Faults } from '../wire/faults.ts'
import { parseOr400, readBody, refusal } from '../wire/refusal.ts'
import type { ServerOptions } from '../wire/listen.ts'
import { sentinelOf } from '../wire/sentinels.ts'
import { startStandIn } from '../wire/stand-in.ts'
import { firstRow, insertRow, rowOf, textOrAbsent, type Store } from '../wire/store.ts'

export const pointsLedgerSchema = `${answersSchema}
  CREATE TABLE IF NOT EXISTS movement (
    order_id TEXT PRIMARY KEY, member_id TEXT NOT NULL, kind TEXT NOT NULL, points INTEGER NOT NULL,
    moved INTEGER NOT NULL, result TEXT NOT NULL, reason TEXT, at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS movement_member ON movement (member_id);`

/** What the portal sends, and what only the seed does. */
const movementSchema = movementRequest.extend({
  /** Of a past that the seed writes; not after now. */
  at: z.iso.datetime({ offset: true }).optional(),
})
type Movement = z.infer<typeof movementSchema>
const rowSchema = rowOf({
  orderId: z.string(),
  memberId: z.string(),
  kind: movementKind,
  points: z.int(),
  moved: z.int(),
  result: z.enum(['ok', 'refused']),
  reason: textOrAbsent,
  at: z.string(),
})

type PointsLedgerOptions = {
  store: Store
  now: () => Temporal.Instant
  faults: Faults
  secret: string
  /** The members and the points each has from elsewhere. */
  members: readonly { readonly id: string; readonly points: number }[]
}

/** Points are granted, spent, given back and taken back here, each order once (docs/outside-systems.md 1.5). */
export function pointsLedgerRoutes({ store, now, faults, secret, members }: PointsLedgerOptions) {
  const routes = new Hono()
  for (const path of ['/movements', '/movements/*', '/members/*']) routes.use(path, bearer(secret))

  const balanceOf = (memberId: string) => {
    const startingPoints = members.find(({ id }) => id === memberId)?.points ?? 0
    const sql = `SELECT coalesce(sum(CASE WHEN kind IN ('grant', 'give-back') THEN moved ELSE -moved END), 0) AS points
      FROM movement WHERE member_id = ? AND result = 'ok'`
    const moved = firstRow(store, z.object({ points: z.int() }), sql, memberId)
    return startingPoints + (moved?.points ?? 0)
  }

  /** Never below zero: what is taken back is as much as there is, and more than there is cannot be spent. */
  const movedBy = ({ memberId, kind, points }: Movement) =>
    kind === 'take-back' ? Math.min(points, balanceOf(memberId)) : points

  const whyNot = (asked: Movement, isRefused: boolean) => {
    if (!members.some(({ id }) => id === asked.memberId)) return 'member_unknown'
    if (isRefused) return 'not_accepted'
    const isTooMuch = asked.kind === 'spend' && asked.points > balanceOf(asked.memberId)
    return isTooMuch ? 'insufficient_points' : undefined
  }

  routes.post('/movements', async (c) => {
    const body = await readBody(c, movementSchema)
    const sentinel = sentinelOf([body.orderId, body.memberId])
    if (sentinel === 'lost') return neverAnswer(c)
    const answer = answerOnce(store, c, body, () => {
      const isRefused = sentinel === 'reject' || faults.handlerMode(c) === 'reject'
      const reason = whyNot(body, isRefused)
      const result = reason === undefined ? 'ok' : 'refused'
      const at = body.at ?? now().toString({ timeZone: 'Asia/Tokyo', smallestUnit: 'second' })
      const moved = reason === undefined ? movedBy(body) : 0
      insertRow(store, 'movement', { ...body, moved, result, reason, at })
      return { status: 200, body: findMovement(body.orderId) ?? {} }
    })
    return sentinel === 'silent' ? neverAnswer(c) : answer
  })

  const findMovement = (orderId: string) =>
    firstRow(store, rowSchema, 'SELECT * FROM movement WHERE order_id = ?', orderId)

  routes.get('/movements/:orderId', (c) => {
    const found = findMovement(c.req.param('orderId'))
    if (found === undefined) throw refusal(404, 'MOVEMENT_UNKNOWN')
    return c.json(found)
  })

  routes.get('/members/:memberId/balance', (c) => {
    const memberId = parseOr400(partnerMemberId, c.req.param('memberId'))
    if (!members.some(({ id }) => id === memberId)) throw refusal(404, 'MEMBER_UNKNOWN')
    return c.json({ memberId, points: balanceOf(memberId) })
  })
  return routes
}

/**
 * The same by itself, without login.
 * @internal For the tests of the API.
 */
export const startPointsLedger = (
  options: ServerOptions & Pick<PointsLedgerOptions, 'secret' | 'members'>,
) =>
  startStandIn('points-ledger', options, pointsLedgerSchema, ({ app, faults, store }) => {
    app.route('/', pointsLedgerRoutes({ ...options, store, faults }))
  })
