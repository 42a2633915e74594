import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from 'hono'
import { z } from 'zod'
import { chargeRequest, refundRequest } from '#outside/card.ts'
import { answerOnce, answersSchema, orderIdSchema, type Answer } from '../wire/answers.ts'
import { bearer } from '../wire/bearer.ts'
import { callbacksSchema, createCallbacks, type ReportOptions } from '../wire/callbacks.ts'
import { neverAnswer } from '../wire/faults.ts'
import type { RunningServer, ServerOptions } from '../wire/listen.ts'
import { parseOr400, readBody, refusal } from '../wire/refusal.ts'
import { startStandIn, type StandInParts, type TickOptions } from '../wire/stand-in.ts'
import {
  cardOfCharge,
  chargesOn,
  findCharge,
  findRefund,
  insertCharge,
  insertRefund,
  keepCard,
  ledgerSchema,
  refundedYen,
} from './ledger.ts'
import type { Charge, Refund } from './ledger.ts'
import { behaviourOf, parseToken, refundBehaviour, refusalReason, renewToken } from './token.ts'
import type { Behaviour } from './token.ts'

export type CardOptions = ServerOptions &
  ReportOptions &
  TickOptions & {
    secret: string
    /** Milliseconds a `slow` card takes; the portal's time limit is expected to be shorter. */
    slowMs?: number
  }

/** A charge or refund is reported when the caller has its answer, or has given up waiting. */
const REPORT_AFTER_SECONDS = 30

/** What the portal sends, and what only the seed does. */
const chargeSchema = chargeRequest.extend({
  /** Of a past that the seed writes: nothing is reported of it. */
  at: z.iso.datetime({ offset: true }).optional(),
})
const renewalSchema = z.strictObject({ orderId: orderIdSchema, cardToken: z.string().max(200) })
const daySchema = z.object({ date: z.iso.date() })

/** Starts the card processor: docs/outside-systems.md 3. */
export const startCard = (options: CardOptions): Promise<RunningServer> =>
  startStandIn('card', options, ledgerSchema + answersSchema + callbacksSchema, (parts) =>
    cardRoutes(options, parts),
  )

function cardRoutes(options: CardOptions, { app, faults, store }: StandInParts) {
  const callbacks = createCallbacks({ ...options, store, faults })
  const nowText = () => options.now().toString({ timeZone: 'Asia/Tokyo', smallestUnit: 'second' })

  for (const path of ['/charges', '/charges/*', '/refunds', '/refunds/*', '/tokens', '/tokens/*']) {
    app.use(path, bearer(options.secret))
  }

  const report = (type: 'charge' | 'refund', done: Charge | Refund) =>
    callbacks.enqueue(
      done.orderId,
      { eventId: `${type}-${done.orderId}`, type, ...done },
      options.now().add({ seconds: REPORT_AFTER_SECONDS }),
    )

  /** Works, and then answers in the way the card or the order id asks for. */
  const behave = async (
    c: Context,
    behaviour: Behaviour | 'refused' | undefined,
    work: () => Response,
  ) => {
    if (behaviour === 'lost') return neverAnswer(c)
    const answer = work()
    if (behaviour === 'slow') await wait(options.slowMs ?? 8000)
    return behaviour === 'silent' ? neverAnswer(c) : answer
  }

  app.post('/charges', async (c) => {
    const body = await readBody(c, chargeSchema)
    const { orderId, amountYen } = body
    const token = parseToken(body.cardToken)
    return behave(c, behaviourOf(orderId, token), () =>
      answerOnce(store, c, body, () => {
        const isFault = faults.handlerMode(c) === 'reject'
        const reason = isFault ? 'do_not_honour' : refusalReason(token, options.now())
        const charge: Charge = {
          orderId,
          ...(reason === undefined
            ? { result: 'ok', chargeId: `ch_${randomBytes(9).toString('hex')}` }
            : { result: 'refused', reason }),
          amountYen,
          at: body.at ?? nowText(),
        }
        insertCharge(store, charge)
        keepCard(store, orderId, body.cardToken)
        if (body.at === undefined) report('charge', charge)
        return { status: 200, body: charge }
      }),
    )
  })

  app.get('/charges', (c) => {
    const { date } = parseOr400(daySchema, c.req.query())
    const charges = chargesOn(store, date)
    const taken = charges.filter((charge) => charge.result === 'ok')
    const totalYen = taken.reduce((total, charge) => total + charge.amountYen, 0)
    return c.json({ date, charges, totalYen })
  })

  app.get('/charges/:orderId', (c) => {
    const charge = findCharge(store, c.req.param('orderId'))
    if (charge === undefined) throw refusal(404, 'CHARGE_UNKNOWN')
    return c.json({ ...charge, refundedYen: refundedYen(store, charge.orderId) })
  })

  app.post('/refunds', async (c) => {
    const body = await readBody(c, refundRequest)
    const card = parseToken(cardOfCharge(store, body.chargeOrderId))
    const behaviour = refundBehaviour(body.orderId, card)
    return behave(c, behaviour, () =>
      answerOnce(store, c, body, () => {
        const charge = findCharge(store, body.chargeOrderId)
        const reason =
          refundRefusal(charge, refundedYen(store, body.chargeOrderId), body.amountYen) ??
          (behaviour === 'refused' ? 'card_closed' : undefined)
        const refund: Refund = {
          orderId: body.orderId,
          ...(reason === undefined
            ? { result: 'ok', refundId: `re_${randomBytes(9).toString('hex')}` }
            : { result: 'refused', reason }),
          chargeOrderId: body.chargeOrderId,
          amountYen: body.amountYen,
          at: nowText(),
        }
        insertRefund(store, refund)
        report('refund', refund)
        return { status: 200, body: refund }
      }),
    )
  })

  app.get('/refunds/:orderId', (c) => {
    const refund = findRefund(store, c.req.param('orderId'))
    if (refund === undefined) throw refusal(404, 'REFUND_UNKNOWN')
    return c.json(refund)
  })

  app.post('/tokens', async (c) => {
    const body = await readBody(c, renewalSchema)
    return answerOnce(store, c, body, (): Answer => {
      if (parseToken(body.cardToken) === undefined) throw refusal(404, 'TOKEN_UNKNOWN')
      const cardToken = renewToken(body.cardToken, randomBytes(9).toString('hex'))
      return { status: 200, body: { cardToken } }
    })
  })

  app.get('/tokens/:cardToken', (c) => {
    const token = parseToken(c.req.param('cardToken'))
    if (token === undefined) throw refusal(404, 'TOKEN_UNKNOWN')
    const { brand, last4, expires } = token
    return c.json({ brand, last4, expires })
  })

  return () => callbacks.dispatch()
}

function refundRefusal(
  charge: Charge | undefined,
  alreadyYen: number,
  amountYen: number,
): string | undefined {
  if (charge === undefined) return 'charge_unknown'
  if (charge.result === 'refused') return 'charge_refused'
  return alreadyYen + amountYen > charge.amountYen ? 'exceeds_charge' : undefined
}
