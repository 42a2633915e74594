import type { OrderRow } from '#backend/contract/orders.ts'
import { isBefore, type Instant } from '#domain/tokyo.ts'
import { refusedWhy } from '#backend/contract/permissions.ts'
import type { PermissionAnswer } from '#protocol/procedure.ts'
import type { CalendarFacet, ListFacet } from './definition.ts'

/** Where a booking is undone, as long as it can be. One that still waits for its date has no limit yet. */
export function undoPathOf(
  procedure: CalendarFacet,
  order: OrderRow,
  now: Instant,
): string | undefined {
  const page = procedure.booking(order)?.path
  const isOver = order.closed_at !== null || isPast(order.undo_until, now)
  return page === undefined || isOver ? undefined : `${page}?undo=${order.order_no}`
}

/**
 * Whether the order can be taken back on its own page. Where the procedure does not say, only a passed limit is shown: a
 * paper copy and an MNP number cannot be taken back from the beginning, as 確認 said.
 */
export function mayCancel(procedure: ListFacet, order: OrderRow, now: Instant): PermissionAnswer {
  const own = procedure.mayCancel(order, now)
  if (own !== undefined) return own
  return isPast(order.undo_until, now) ? refusedWhy('UNDO_LIMIT_PASSED') : { allowed: false }
}

function isPast(limit: Instant | null, now: Instant): boolean {
  return limit !== null && !isBefore(now, limit)
}
