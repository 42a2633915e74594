import { pendingOf } from '#backend/sim/status.ts'
import { isSimOrder } from '#backend/sim/wish.ts'
import { simOrderStates } from '#domain/sim/order-states.ts'
import { isBefore, type Instant } from '#domain/tokyo.ts'
import { errors, type ErrorCode } from '#protocol/errors.ts'
import type { OrderProcedure } from './order-machines.ts'
import type { OrderRow } from './orders.ts'

/** Bookings are undone on their own pages. */
const undoPages: Partial<Record<OrderProcedure, string>> = {
  planSizeChange: '/mypage/plan/change.html',
  lineCancel: '/mypage/sim/cancel.html',
  contractCancel: '/mypage/sim/cancel.html',
}

/** As ORDER_NOT_CANCELLABLE says it, on the page it leads to. */
const tooLate = '発送または切り替えの準備が終わっているため、取り消せません。'

/** Where a booking is undone, as long as it can be. One that still waits for its date has no limit yet. */
export function undoPathOf(order: OrderRow, now: Instant): string | undefined {
  const page = undoPages[order.procedure]
  const isOver = order.closed_at !== null || isPast(order.undo_until, now)
  return page === undefined || isOver ? undefined : `${page}?undo=${order.order_no}`
}

/**
 * Whether the order can be taken back on its own page: an order for a SIM, until it is shipped. Of the others only what
 * has passed is said: a paper copy and a number cannot be taken back from the beginning, as 確認 said.
 */
export function mayCancel(order: OrderRow, now: Instant) {
  if (!isSimOrder(order))
    return isPast(order.undo_until, now) ? no('UNDO_LIMIT_PASSED') : { allowed: false }
  if (pendingOf(order)?.key === 'cancelling') return { allowed: false }
  const { state } = order
  const can = simOrderStates.isState(state) && simOrderStates.can(state, 'cancelled', 'member')
  return can ? { allowed: true } : { ...no('ORDER_NOT_CANCELLABLE'), message: tooLate }
}

/** The member's own turn: not while somebody of ours looks at it. */
export function waitsForIdentity(order: OrderRow): boolean {
  return order.state === 'id_check' && pendingOf(order)?.key !== 'identity-manual'
}

export function no(reasonCode: ErrorCode) {
  return { allowed: false, reasonCode, message: errors[reasonCode].message }
}

function isPast(limit: Instant | null, now: Instant): boolean {
  return limit !== null && !isBefore(now, limit)
}
