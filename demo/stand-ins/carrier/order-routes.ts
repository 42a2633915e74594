import { Hono } from 'hono'
import { answerOnce, type Answer } from '../wire/answers.ts'
import { bearer } from '../wire/bearer.ts'
import { neverAnswer, type Faults } from '../wire/faults.ts'
import { readBody, refusal } from '../wire/refusal.ts'
import { sentinelOf } from '../wire/sentinels.ts'
import type { Store } from '../wire/store.ts'
import { tokyoText } from './hours.ts'
import { portInRefusal } from './port-in.ts'
import { findLine, isEnded, latestCondition } from './line-store.ts'
import { refusedBy, rejected } from './line-routes.ts'
import { planFailure, planOrder } from './order-plan.ts'
import {
  dropPlans,
  factsOf,
  findOrder,
  insertOrder,
  orderToWire,
  ordersOfLine,
  ordersOfMnpNumber,
  planEvent,
  stateOf,
} from './order-store.ts'
import { moveRefusal } from './move.ts'
import { mnpUseSchema, orderSchema, type CarrierOrder } from './wire.ts'

type OrderRoutesOptions = {
  store: Store
  now: () => Temporal.Instant
  faults: Faults
  secret: string
  /** Lets what is due happen, now. */
  progress: () => void
}

/** Orders that take their time: accepted or refused at once, then reported state by state. */
export function orderRoutes(options: OrderRoutesOptions): Hono {
  const { store, now, faults, progress } = options
  const routes = new Hono()
  routes.use('/orders', bearer(options.secret))
  routes.use('/orders/*', bearer(options.secret))

  routes.post('/orders', async (c) => {
    const order = await readBody(c, orderSchema)
    const eid = 'eid' in order ? order.eid : undefined
    const sentinel = sentinelOf([order.orderId, order.lineRef], eid)
    if (sentinel === 'lost') return neverAnswer(c)
    const answer = answerOnce(store, c, order, () => {
      const acceptedAt = now()
      const reason =
        refusedBy(sentinel, faults.handlerMode(c)) ?? reasonToRefuse(store, order, acceptedAt)
      const { orderId, kind, lineRef } = order
      const stored = { orderId, kind, lineRef, request: withoutAddress(order), sentinel }
      if (reason !== undefined) {
        insertOrder(store, stored, [{ state: 'rejected', at: acceptedAt, facts: { reason } }])
        progress()
        return rejected(reason)
      }
      if ('forOrderId' in order && !isCancellation(order)) dropPlans(store, order.forOrderId)
      const plan = sentinel === 'fail' ? planFailure(acceptedAt) : planOrder(order, acceptedAt)
      insertOrder(store, stored, plan)
      progress()
      return accepted(order, acceptedAt)
    })
    return sentinel === 'silent' ? neverAnswer(c) : answer
  })

  routes.get('/orders/:orderId', (c) => c.json(orderToWire(store, c.req.param('orderId'))))

  // The other carrier uses the number: no secret of ours.
  routes.post('/mnp/use', async (c) => {
    const { number, mnpNumber } = await readBody(c, mnpUseSchema)
    const orderId = findMnpOrder(store, mnpNumber, number)
    if (orderId === undefined) throw refusal(404, 'NUMBER_UNKNOWN')
    const line = findLine(store, findOrder(store, orderId)?.lineRef ?? '')
    const isLineOver = line !== undefined && isEnded(line, now().epochMilliseconds)
    if (isLineOver || stateOf(store, orderId) !== 'issued') throw refusal(410, 'NUMBER_EXPIRED')
    dropPlans(store, orderId)
    planEvent(store, orderId, 'ported_out', now(), { portedOutAt: tokyoText(now()) })
    progress()
    return c.json(orderToWire(store, orderId))
  })

  return routes
}

const isCancellation = ({ kind }: CarrierOrder) => kind === 'cancel' || kind === 'move-cancel'

function accepted(order: CarrierOrder, at: Temporal.Instant): Answer {
  const { orderId, kind, lineRef } = order
  return {
    status: 202,
    body: { orderId, kind, lineRef, state: 'accepted', acceptedAt: tokyoText(at) },
  }
}

/** The carrier ships to the address and forgets it. */
function withoutAddress(order: CarrierOrder): object {
  if (!('toKind' in order)) return order
  const { shipTo: _forgotten, ...rest } = order
  // A line that brings its number has it at every kind of switch-over.
  return rest.portIn === undefined ? rest : { ...rest, number: rest.portIn.number }
}

const notYetBegun = 'accepted'

function reasonToRefuse(
  store: Store,
  order: CarrierOrder,
  now: Temporal.Instant,
): string | undefined {
  const line = findLine(store, order.lineRef)
  const target = 'forOrderId' in order ? findOrder(store, order.forOrderId) : undefined
  const isForNewLine =
    ('purpose' in order && order.purpose === 'new') || target?.request['purpose'] === 'new'
  if (line === undefined && !isForNewLine) return 'LINE_UNKNOWN'
  if (line !== undefined && isEnded(line, now.epochMilliseconds)) return 'LINE_TERMINATED'
  const portIn = portInOf(order)
  const portInRefused = portInRefusal(store, portIn)
  if (portInRefused !== undefined) return portInRefused

  if ('forOrderId' in order && (target === undefined || target.lineRef !== order.lineRef))
    return 'ORDER_UNKNOWN'
  switch (order.kind) {
    case 'move-switch':
    case 'move-back':
    case 'move-cancel':
      return moveRefusal(store, order, now)
    case 'switch-over':
    case 'port-in-complete':
      return stateOf(store, order.forOrderId) === 'switch_ready' ? undefined : 'NOT_READY'
    case 'cancel': {
      const isCancellable = target !== undefined && simOrTermination.has(target.kind)
      return isCancellable && stateOf(store, target.orderId) === notYetBegun
        ? undefined
        : 'TOO_LATE'
    }
    case 'mnp-number': {
      if (latestCondition(store, order.lineRef).condition.kind !== 'voice') {
        return 'NOT_A_VOICE_LINE'
      }
      const isLive = ordersOfLine(store, order.lineRef, 'mnp-number').some((other) =>
        liveNumberStates.has(stateOf(store, other.orderId) ?? ''),
      )
      return isLive ? 'NUMBER_LIVE' : undefined
    }
    default:
      return undefined
  }
}

/** The number that an order brings along; it is checked when the SIM is ordered and again when it is switched over. */
function portInOf(order: CarrierOrder) {
  if (order.kind === 'port-in-complete') return order
  return 'portIn' in order ? order.portIn : undefined
}

const simOrTermination = new Set(['issue-sim', 'issue-esim', 'change-kind', 'terminate'])
const liveNumberStates = new Set(['accepted', 'issuing', 'issued'])

function findMnpOrder(store: Store, mnpNumber: string, number: string): string | undefined {
  return ordersOfMnpNumber(store, mnpNumber).find((orderId) => {
    const lineRef = findOrder(store, orderId)?.lineRef ?? ''
    return (
      factsOf(store, orderId)['mnpNumber'] === mnpNumber &&
      findLine(store, lineRef)?.number === number
    )
  })
}
