import type { OrderRow } from '#backend/contract/orders.ts'
import { isBefore, type Instant } from '#domain/tokyo.ts'
import { refusedWhy } from '#backend/contract/permissions.ts'
import type { PermissionAnswer } from '#protocol/procedure.ts'
import type { CalendarFacet, ListFacet } from './definition.ts'

/** The page on which a booking can be undone; undefined once it cannot be. A booking without a date has no limit yet. */
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
 * Whether the member can take the order back on its own page. Where the procedure does not say, only a passed limit is
 * shown: paper copies and MNP numbers can never be taken back, as 確認 says.
 */
export function mayCancel(procedure: ListFacet, order: OrderRow, now: Instant): PermissionAnswer {
  const own = procedure.mayCancel(order, now)
  if (own !== undefined) return own
  return isPast(order.undo_until, now) ? refusedWhy('UNDO_LIMIT_PASSED') : { allowed: false }
}

function isPast(limit: Instant | null, now: Instant): boolean {
  return limit !== null && !isBefore(now, limit)
}
