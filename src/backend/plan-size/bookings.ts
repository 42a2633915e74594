import type { ContractRow, LineRow } from '#backend/contract/contracts.ts'
import { toWireWhy } from '#backend/contract/permissions.ts'
import type { OrderRow } from '#backend/order/orders.ts'
import { allowanceOf } from '#domain/exclusion/allowed-operations.ts'
import type { ContractFacts } from '#domain/exclusion/facts.ts'
import { formatRfc3339, isBefore, type Instant } from '#domain/tokyo.ts'
import { errors } from '#protocol/errors.ts'
import { planCodeIn, toWireSize } from './sizes.ts'

/** The standing booking that a later one would replace: the newest. */
export function standingBooking(open: readonly OrderRow[]): OrderRow | undefined {
  return open.findLast(
    (order) => order.procedure === 'planSizeChange' && order.state === 'reserved',
  )
}

/** The booking that will come into force before the standing one, which was made after its cut-off. */
export function settledBooking(
  open: readonly OrderRow[],
  standing: OrderRow | undefined,
): OrderRow | undefined {
  const bookings = open.filter(
    (order) => order.procedure === 'planSizeChange' && order.state === 'reserved',
  )
  return bookings.findLast((order) => order !== standing)
}

/** Facts in which this very booking stands: two may be open when one's cut-off is over. */
export function factsOfBooking(facts: ContractFacts, order: OrderRow): ContractFacts {
  const planCode = planCodeIn(order.details['toPlan'])
  if (planCode === undefined || order.effective_on === null || order.undo_until === null)
    return { ...facts, planSize: undefined }
  return {
    ...facts,
    planSize: {
      orderNo: order.order_no,
      state: order.state === 'reserved' ? 'reserved' : 'none',
      planCode,
      effectiveOn: order.effective_on,
      undoUntil: order.undo_until,
    },
  }
}

/** What is booked, and until when it can be undone or replaced (wire ReservedPlan). */
export function toReservedPlan(
  order: OrderRow,
  known: {
    contract: ContractRow
    lines: readonly LineRow[]
    facts: ContractFacts
    now: Instant
  },
) {
  const { contract, lines, facts, now } = known
  const from = planCodeIn(order.details['fromPlan'])
  const to = planCodeIn(order.details['toPlan'])
  const { effective_on: effectiveOn, undo_until: undoUntil } = order
  if (from === undefined || to === undefined || effectiveOn === null || undoUntil === null)
    throw new Error(`Booking ${order.order_no} lacks its sizes or its dates`)
  return {
    orderNo: order.order_no,
    from: toWireSize(contract, lines, from, effectiveOn),
    to: toWireSize(contract, lines, to, effectiveOn),
    effectiveOn,
    bookedAt: formatRfc3339(order.requested_at),
    undoUntil: formatRfc3339(undoUntil),
    undo: toWireWhy(allowanceOf('planSizeUndo', factsOfBooking(facts, order), now)),
    replace: isBefore(now, undoUntil)
      ? toWireWhy(allowanceOf('planSizeChange', facts, now))
      : {
          allowed: false,
          reasonCode: 'CUT_OFF_PASSED' as const,
          message: errors.CUT_OFF_PASSED.message,
        },
  }
}
