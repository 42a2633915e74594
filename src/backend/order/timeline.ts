import { toDateOrInstant } from '#backend/contract/permissions.ts'
import { formatRfc3339, startOfDay } from '#domain/tokyo.ts'
import type { Pending } from '#backend/sim/status.ts'
import { instantIn } from './instant-in.ts'
import type { OrderProcedure } from './order-machines.ts'
import type { OrderEventRow, OrderRow } from './orders.ts'
import { wordsOf } from './words.ts'

const simPath = ['ordered', 'preparing', 'shipped', 'arrived', 'switch_ready', 'switched']

/** The way each procedure goes when nothing comes between. */
const paths: Readonly<Record<OrderProcedure, readonly string[]>> = {
  planSizeChange: ['reserved', 'applied'],
  simAdd: simPath,
  simReissue: simPath,
  simKindChange: simPath,
  lineCancel: ['reserved', 'executed'],
  contractCancel: ['reserved', 'executed'],
  initialCancel: ['submitted', 'accepted'],
  portOut: ['requested', 'issuing', 'issued', 'ported_out'],
  paperCopy: ['ordered', 'printed', 'shipped', 'delivered'],
}

/** States that end an order otherwise than it was wished. */
const failures = new Set(['failed', 'refused', 'returned', 'expired', 'cooldown'])
const givenUp = new Set(['cancelled', 'undone', 'replaced', 'none', 'voided'])

export function isFailed(order: OrderRow): boolean {
  return failures.has(order.state)
}

export function isGivenUp(order: OrderRow): boolean {
  return order.closed_at !== null && givenUp.has(order.state)
}

/**
 * What has happened, where it stands, and what is ahead (wire TimelineStep).
 * @param pending what has been asked beside the state: a step of its own until it is answered.
 */
export function toTimeline(
  order: OrderRow,
  events: readonly OrderEventRow[],
  pending: Pending | undefined,
) {
  const last = pending?.since === undefined ? events.length - 1 : events.length
  const past = events.map((event, index) => ({
    key: event.state,
    label: wordsOf(order, event.state).label,
    ...(index === last
      ? { message: pending?.sentence ?? wordsOf(order, event.state).sentence }
      : {}),
    position: index < last ? ('done' as const) : positionOf(order),
    at: formatRfc3339(event.at),
  }))
  return [
    ...past,
    ...stepOf(pending),
    ...stepsAhead(order, new Set(events.map((event) => event.state))),
  ]
}

function stepOf(pending: Pending | undefined) {
  if (pending?.since === undefined) return []
  const { key, label, sentence: message, since } = pending
  return [{ key, label, message, position: 'current' as const, at: formatRfc3339(since) }]
}

function positionOf(order: OrderRow) {
  if (failures.has(order.state)) return 'failed' as const
  return order.closed_at === null ? ('current' as const) : ('done' as const)
}

function stepsAhead(order: OrderRow, seen: ReadonlySet<string>) {
  if (order.closed_at !== null || isFailed(order)) return []
  const path = pathOf(order)
  const reached = path.findLastIndex((state) => seen.has(state))
  const ahead = path.slice(reached + 1)
  const lastOn = order.effective_on ?? order.expected_on
  const chosen = instantIn(order.details['switchAt']) ?? (lastOn && startOfDay(lastOn))
  // Being switched, or again within the hour, or waiting for the member or for another carrier: it would say nothing.
  const { switchAskedAt, switchAnswer } = order.details
  const waits = order.state === 'id_check' || order.procedure === 'portOut'
  const isUndated = switchAskedAt || switchAnswer === 'rejected' || waits
  const lastAt = isUndated || !chosen ? undefined : toDateOrInstant(chosen)
  return ahead.map((state, index) => ({
    key: state,
    label: wordsOf(order, state).label,
    position: 'ahead' as const,
    ...(index === ahead.length - 1 && lastAt ? { expectedOn: lastAt } : {}),
  }))
}

/** An eSIM is neither sent nor delivered; a one-stop port-out issues no number. */
function pathOf(order: OrderRow): readonly string[] {
  const path = paths[order.procedure]
  if (order.details['receiverName'] !== undefined) return path.filter((state) => state !== 'issued')
  if (!isEsimOrder(order)) return path
  return path.filter((state) => state !== 'shipped' && state !== 'arrived')
}

export function isEsimOrder(order: OrderRow): boolean {
  const { wish } = order.details
  return typeof wish === 'object' && wish !== null && 'simSize' in wish && wish.simSize === 'esim'
}
