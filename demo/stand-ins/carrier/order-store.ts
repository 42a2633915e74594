import { z } from 'zod'
import { refusal } from '../wire/refusal.ts'
import { sentinelEffects } from '../wire/sentinels.ts'
import type { SentinelEffect } from '../wire/sentinels.ts'
import type { Store } from '../wire/store.ts'
import { tokyoText } from './hours.ts'
import type { Facts, OrderState, PlannedEvent } from './order-plan.ts'

const orderRowSchema = z
  .object({
    order_id: z.string(),
    kind: z.string(),
    line_ref: z.string(),
    request: z.string(),
    sentinel: z.enum(sentinelEffects).nullable(),
  })
  .transform((row) => ({
    orderId: row.order_id,
    kind: row.kind,
    lineRef: row.line_ref,
    request: z.record(z.string(), z.unknown()).parse(JSON.parse(row.request)),
    sentinel: row.sentinel ?? undefined,
  }))

export type StoredOrder = z.infer<typeof orderRowSchema>

const eventRowSchema = z
  .object({
    id: z.int(),
    order_id: z.string(),
    state: z.string(),
    at: z.int(),
    facts: z.string(),
  })
  .transform((row) => ({
    eventId: `event-${row.id}`,
    id: row.id,
    orderId: row.order_id,
    state: row.state,
    at: Temporal.Instant.fromEpochMilliseconds(row.at),
    facts: factsSchema.parse(JSON.parse(row.facts)),
  }))
const factsSchema = z.record(z.string(), z.union([z.string(), z.boolean()]))

export type OrderEvent = z.infer<typeof eventRowSchema>

type NewOrder = {
  orderId: string
  kind: string
  lineRef: string
  request: object
  sentinel: SentinelEffect | undefined
}

export function insertOrder(store: Store, order: NewOrder, events: PlannedEvent[]): void {
  store
    .prepare(
      `INSERT INTO carrier_order (order_id, kind, line_ref, request, sentinel)
       VALUES (?, ?, ?, ?, ?)`,
    )
    .run(
      order.orderId,
      order.kind,
      order.lineRef,
      JSON.stringify(order.request),
      order.sentinel ?? null,
    )
  for (const event of events) {
    planEvent(store, order.orderId, event.state, event.at, event.facts)
  }
}

export function planEvent(
  store: Store,
  orderId: string,
  state: OrderState,
  at: Temporal.Instant,
  facts: Facts,
): void {
  store
    .prepare('INSERT INTO order_event (order_id, state, at, facts) VALUES (?, ?, ?, ?)')
    .run(orderId, state, at.epochMilliseconds, JSON.stringify(facts))
}

/** Takes back what has not happened yet. */
export function dropPlans(store: Store, orderId: string): void {
  store.prepare('DELETE FROM order_event WHERE order_id = ? AND happened = 0').run(orderId)
}

/** The next event that is due, the oldest first. */
export function nextDueEvent(store: Store, now: Temporal.Instant): OrderEvent | undefined {
  const row = store
    .prepare(
      `SELECT id, order_id, state, at, facts FROM order_event
       WHERE happened = 0 AND at <= ? ORDER BY at, id LIMIT 1`,
    )
    .get(now.epochMilliseconds)
  return row === undefined ? undefined : eventRowSchema.parse(row)
}

export function markHappened(store: Store, event: OrderEvent, facts: Facts): void {
  store
    .prepare('UPDATE order_event SET happened = 1, facts = ? WHERE id = ?')
    .run(JSON.stringify(facts), event.id)
}

export function findOrder(store: Store, orderId: string): StoredOrder | undefined {
  const row = store.prepare('SELECT * FROM carrier_order WHERE order_id = ?').get(orderId)
  return row === undefined ? undefined : orderRowSchema.parse(row)
}

export function ordersOfLine(store: Store, lineRef: string, kind: string): StoredOrder[] {
  return store
    .prepare('SELECT * FROM carrier_order WHERE line_ref = ? AND kind = ?')
    .all(lineRef, kind)
    .map((row) => orderRowSchema.parse(row))
}

/** What has happened to an order so far. */
function eventsOf(store: Store, orderId: string): OrderEvent[] {
  return store
    .prepare(
      `SELECT id, order_id, state, at, facts FROM order_event
       WHERE order_id = ? AND happened = 1 ORDER BY at, id`,
    )
    .all(orderId)
    .map((row) => eventRowSchema.parse(row))
}

/** Whether an order has ever come to one of these. */
export function hasBeen(store: Store, orderId: string, ...states: readonly OrderState[]): boolean {
  const wanted: readonly string[] = states
  return eventsOf(store, orderId).some(({ state }) => wanted.includes(state))
}

/** When an order came to a state; undefined where it never did. */
export const whenReached = (store: Store, orderId: string, wanted: OrderState) =>
  eventsOf(store, orderId).find(({ state }) => state === wanted)?.at

/** The profile that a code names. */
export function findProfile(store: Store, activationCode: string): string | undefined {
  const row = store
    .prepare(
      `SELECT order_id FROM order_event
       WHERE state = 'profile_ready' AND happened = 1 AND facts ->> '$.activationCode' = ?`,
    )
    .get(activationCode)
  return row === undefined ? undefined : String(row['order_id'])
}

export function stateOf(store: Store, orderId: string): string | undefined {
  return eventsOf(store, orderId).at(-1)?.state
}

export function factsOf(store: Store, orderId: string): Facts {
  return Object.assign({}, ...eventsOf(store, orderId).map((event) => event.facts))
}

/** An order as the wire shows it, or 404 `ORDER_UNKNOWN`: it never arrived. */
export function orderToWire(store: Store, orderId: string): object {
  const order = findOrder(store, orderId)
  if (order === undefined) throw refusal(404, 'ORDER_UNKNOWN')
  const events = eventsOf(store, orderId)
  return {
    orderId,
    kind: order.kind,
    lineRef: order.lineRef,
    state: events.at(-1)?.state ?? 'accepted',
    events: events.map(({ eventId, state, at, facts }) => ({
      eventId,
      state,
      at: tokyoText(at),
      facts,
    })),
    facts: factsOf(store, orderId),
  }
}
