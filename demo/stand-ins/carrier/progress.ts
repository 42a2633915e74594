import { cardSize, lineKind } from '#outside/carrier.ts'
import type { Callbacks } from '../wire/callbacks.ts'
import { transaction } from '../wire/store.ts'
import type { Store } from '../wire/store.ts'
import { hourMs, tokyoText } from './hours.ts'
import {
  changeCondition,
  findLine,
  getLine,
  insertLine,
  latestCondition,
  mintNumber,
  updateLine,
} from './line-store.ts'
import { bringBack, bringOver } from './move.ts'
import type { Facts } from './order-plan.ts'
import {
  dropPlans,
  factsOf,
  findOrder,
  markHappened,
  nextDueEvent,
  planEvent,
} from './order-store.ts'
import type { OrderEvent, StoredOrder } from './order-store.ts'
import { profileSchema } from './wire.ts'

type ProgressOptions = { store: Store; callbacks: Callbacks }

const lastStates = new Set([
  'switch_ready',
  'switched',
  'auto_switched',
  'rolled_back',
  'expired',
  'issued',
  'terminated',
  'handed_over',
  'cancelled',
  'failed',
  'ported_out',
  'rejected',
])
const lateHours = 30

/** Lets everything that is due happen, the oldest first: effects on lines, and the callbacks. */
export function progress({ store, callbacks }: ProgressOptions, now: Temporal.Instant): void {
  transaction(store, () => {
    for (;;) {
      const event = nextDueEvent(store, now)
      const order = event === undefined ? undefined : findOrder(store, event.orderId)
      if (event === undefined || order === undefined) return
      markHappened(store, event, event.facts)
      const facts = { ...event.facts, ...takeEffect(store, order, event) }
      markHappened(store, event, facts)
      report(callbacks, order, { ...event, facts })
    }
  })
}

/** What an event does to lines and to other orders; returns the facts it makes. */
function takeEffect(store: Store, order: StoredOrder, event: OrderEvent): Facts {
  switch (event.state) {
    case 'switched': {
      // An order that was switched by another one carries its facts already.
      if (order.request['forOrderId'] === undefined) return {}
      const target = findOrder(store, String(order.request['forOrderId']))
      if (target === undefined) return {}
      if (order.kind === 'move-switch') return bringOver(store, target, event.at)
      const ported = order.kind === 'port-in-complete' ? String(order.request['number']) : undefined
      const facts = switchLine(store, target, event.at, ported)
      dropPlans(store, target.orderId)
      planEvent(store, target.orderId, 'switched', event.at, facts)
      return facts
    }
    case 'rolled_back':
      return bringBack(store, order, event.at)
    case 'auto_switched':
      return switchLine(store, order, event.at, undefined)
    case 'cancelled': {
      const target = String(order.request['forOrderId'] ?? '')
      if (target === '') return {}
      dropPlans(store, target)
      planEvent(store, target, 'cancelled', event.at, {})
      return {}
    }
    case 'handed_over':
      return handOver(store, order, event.at)
    case 'terminated':
    case 'ported_out': {
      const line = findLine(store, order.lineRef)
      if (line !== undefined && line.endedAt === null) {
        updateLine(store, { ...line, endedAt: event.at.epochMilliseconds })
      }
      return {}
    }
    default:
      return {}
  }
}

/** From that instant on, or from the first hour that was not handed out as usage yet, it is another line of the same number. */
function handOver(store: Store, order: StoredOrder, asked: Temporal.Instant): Facts {
  const line = findLine(store, order.lineRef)
  if (line === undefined || line.endedAt !== null) return {}
  const at = Math.max(asked.epochMilliseconds, line.reportedHour * hourMs)
  const { condition } = latestCondition(store, line.lineRef)
  updateLine(store, { ...line, endedAt: at })
  insertLine(
    store,
    { ...line, lineRef: String(order.request['toLineRef']), startedAt: at, endedAt: null },
    condition.kind,
  )
  return { handedOverAt: tokyoText(Temporal.Instant.fromEpochMilliseconds(at)) }
}

/** The new SIM comes into force: a new line begins, or the old one goes on with it. */
function switchLine(
  store: Store,
  order: StoredOrder,
  at: Temporal.Instant,
  portedNumber: string | undefined,
): Facts {
  const { request, lineRef } = order
  const kind = lineKind.parse(request['toKind'])
  const simSize = cardSize.nullable().parse(request['simSize'] ?? null)
  const simKind = request['eid'] === undefined ? 'physical' : 'esim'
  const iccid = String(factsOf(store, order.orderId)['iccid'])
  const known = findLine(store, lineRef)
  const asked = request['number'] === undefined ? undefined : String(request['number'])
  // A line of another kind gets another number.
  const another = order.kind === 'change-kind' ? mintNumber(order.orderId, kind) : undefined
  const number = portedNumber ?? asked ?? another ?? known?.number ?? mintNumber(lineRef, kind)
  if (known === undefined) {
    const profile = profileSchema.parse(request['profile'] ?? 'commuter')
    insertLine(
      store,
      {
        lineRef,
        number,
        simKind,
        simSize,
        iccid,
        profile,
        device: {},
        startedAt: at.epochMilliseconds,
        endedAt: null,
      },
      kind,
    )
  } else {
    updateLine(store, { ...known, number, simKind, simSize, iccid })
    const times = { askedAt: undefined, now: at.epochMilliseconds }
    changeCondition(store, getLine(store, lineRef), times, () => ({ kind }))
  }
  return { number, iccid, ...(portedNumber === undefined ? {} : { portedIn: true }) }
}

function report(callbacks: Callbacks, order: StoredOrder, event: OrderEvent): void {
  const body = {
    eventId: event.eventId,
    type: 'order',
    orderId: order.orderId,
    lineRef: order.lineRef,
    kind: order.kind,
    state: event.state,
    at: tokyoText(event.at),
    facts: event.facts,
  }
  const { sentinel } = order
  if (sentinel === 'reversed') {
    callbacks.enqueue(order.orderId, body, 'held')
    if (lastStates.has(event.state)) callbacks.releaseReversed(order.orderId, event.at)
    return
  }
  const dueAt = sentinel === 'late' ? event.at.add({ hours: lateHours }) : event.at
  callbacks.enqueue(order.orderId, body, dueAt)
  if (sentinel === 'twice') callbacks.enqueue(order.orderId, body, dueAt)
}
