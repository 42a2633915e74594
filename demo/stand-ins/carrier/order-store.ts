import { z } from 'zod'
import { refusal } from '../wire/refusal.ts'
import { sentinelEffects } from '../wire/sentinels.ts'
import { allRows, firstRow, insertRow, jsonOf, rowOf, run, type Store } from '../wire/store.ts'
import { tokyoText } from './hours.ts'
import type { Facts, OrderState, PlannedEvent } from './order-plan.ts'

const orderRowSchema = rowOf({
  orderId: z.string(),
  kind: z.string(),
  lineRef: z.string(),
  request: jsonOf(z.record(z.string(), z.unknown())),
  sentinel: z
    .enum(sentinelEffects)
    .nullable()
    .transform((effect) => effect ?? undefined),
})

export type StoredOrder = z.infer<typeof orderRowSchema>

const eventRowSchema = rowOf({
  id: z.int(),
  orderId: z.string(),
  state: z.string(),
  at: z.int().transform((ms) => Temporal.Instant.fromEpochMilliseconds(ms)),
  facts: jsonOf(z.record(z.string(), z.union([z.string(), z.boolean()]))),
}).transform((row) => ({ ...row, eventId: `event-${row.id}` }))

export type OrderEvent = z.infer<typeof eventRowSchema>

type NewOrder = Omit<StoredOrder, 'request'> & { request: object }

export function insertOrder(store: Store, order: NewOrder, events: PlannedEvent[]): void {
  insertRow(store, 'carrier_order', order)
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
  insertRow(store, 'order_event', { orderId, state, at: at.epochMilliseconds, facts })
}

/** Takes back what has not happened yet. */
export function dropPlans(store: Store, orderId: string): void {
  run(store, 'DELETE FROM order_event WHERE order_id = ? AND happened = 0', orderId)
}

/** The next event that is due, the oldest first. */
export const nextDueEvent = (store: Store, now: Temporal.Instant): OrderEvent | undefined =>
  firstRow(
    store,
    eventRowSchema,
    `SELECT id, order_id, state, at, facts FROM order_event
     WHERE happened = 0 AND at <= ? ORDER BY at, id LIMIT 1`,
    now.epochMilliseconds,
  )

export function markHappened(store: Store, event: OrderEvent, facts: Facts): void {
  const sql = 'UPDATE order_event SET happened = 1, facts = ? WHERE id = ?'
  run(store, sql, JSON.stringify(facts), event.id)
}

export const findOrder = (store: Store, orderId: string): StoredOrder | undefined =>
  firstRow(store, orderRowSchema, 'SELECT * FROM carrier_order WHERE order_id = ?', orderId)

export function ordersOfLine(store: Store, lineRef: string, kind: string): StoredOrder[] {
  const sql = 'SELECT * FROM carrier_order WHERE line_ref = ? AND kind = ?'
  return allRows(store, orderRowSchema, sql, lineRef, kind)
}

/** What has happened to an order so far. */
const eventsOf = (store: Store, orderId: string): OrderEvent[] =>
  allRows(
    store,
    eventRowSchema,
    `SELECT id, order_id, state, at, facts FROM order_event
     WHERE order_id = ? AND happened = 1 ORDER BY at, id`,
    orderId,
  )

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
  const sql = `SELECT order_id FROM order_event
    WHERE state = 'profile_ready' AND happened = 1 AND facts ->> '$.activationCode' = ?`
  return firstRow(store, orderIdRow, sql, activationCode)?.orderId
}

/** The orders to which a reservation number was given. */
export function ordersOfMnpNumber(store: Store, mnpNumber: string): string[] {
  const sql = `SELECT order_id FROM order_event
    WHERE state = 'issued' AND happened = 1 AND facts ->> '$.mnpNumber' = ?`
  return allRows(store, orderIdRow, sql, mnpNumber).map(({ orderId }) => orderId)
}

const orderIdRow = rowOf({ orderId: z.string() })

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
