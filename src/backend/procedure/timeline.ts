import type { OrderEventRow, OrderRow } from '#backend/contract/orders.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import type { ListFacet, Pending } from './definition.ts'

/** States in which an order has failed. An order that is open in one of them is still under way. */
const failures = new Set(['failed', 'refused', 'returned', 'expired'])
const givenUp = new Set(['cancelled', 'undone', 'replaced', 'none', 'voided'])

export function isFailed(order: OrderRow): boolean {
  return failures.has(order.state)
}

export function isGivenUp(order: OrderRow): boolean {
  return order.closed_at !== null && givenUp.has(order.state)
}

/**
 * The events so far, the state reached, and the steps ahead (wire TimelineStep). A pending answer is a step of its own
 * until it comes.
 */
export function toTimeline(
  procedure: ListFacet,
  order: OrderRow,
  events: readonly OrderEventRow[],
) {
  const pending = procedure.pending(order)
  const last = pending?.since === undefined ? events.length - 1 : events.length
  const past = events.map((event, index) => {
    const { label, sentence } = procedure.words(order, event.state)
    return {
      key: event.state,
      label,
      ...(index === last ? { message: pending?.sentence ?? sentence } : {}),
      position: index < last ? pastPosition(event) : positionOf(order),
      at: formatRfc3339(event.at),
      ...(event.case_no !== null && { byStaff: { ticketNo: event.case_no } }),
    }
  })
  const seen = new Set(events.map((event) => event.state))
  return [...past, ...stepOf(pending), ...stepsAhead(procedure, order, seen)]
}

function stepOf(pending: Pending | undefined) {
  if (pending?.since === undefined) return []
  const { key, label, sentence: message, since } = pending
  return [{ key, label, message, position: 'current' as const, at: formatRfc3339(since) }]
}

const pastPosition = ({ state }: OrderEventRow) =>
  failures.has(state) ? ('failed' as const) : ('done' as const)

function positionOf(order: OrderRow) {
  if (failures.has(order.state)) return 'failed' as const
  return order.closed_at === null ? ('current' as const) : ('done' as const)
}

function stepsAhead(procedure: ListFacet, order: OrderRow, seen: ReadonlySet<string>) {
  if (order.closed_at !== null || !failures.isDisjointFrom(seen)) return []
  const course = procedure.course(order)
  const ahead = course.slice(course.findLastIndex((state) => seen.has(state)) + 1)
  const lastAt = procedure.finishesOn(order)
  return ahead.map((state, index) => ({
    key: state,
    label: procedure.words(order, state).label,
    position: 'ahead' as const,
    ...(index === ahead.length - 1 && lastAt ? { expectedOn: lastAt } : {}),
  }))
}
