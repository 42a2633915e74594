import type { MonthlyUse } from '#backend/contract/monthly-use.ts'
import type { LoadedContract } from '#backend/contract/load.ts'
import { refusedWhy, toWireWhy } from '#backend/contract/permissions.ts'
import type { OrderRow } from '#backend/contract/orders.ts'
import { mayBegin } from '#domain/exclusion/allowed-operations.ts'
import type { ContractFacts } from '#domain/exclusion/facts.ts'
import { ok, refused } from '#domain/outcome.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { decidePlanSize } from '#domain/plan-size/decide-plan-size.ts'
import { formatRfc3339, isBefore, type Instant } from '#domain/tokyo.ts'
import { planSizeChange, type SizeBooking } from '../procedure.ts'
import { toWireSize } from './sizes.ts'

/** Bookings in force, the oldest first: two may be open when the cut-off of one is over. */
function reservedBookings(open: readonly OrderRow[]): SizeBooking[] {
  return open
    .filter(planSizeChange.owns)
    .map(planSizeChange.read)
    .filter(({ state }) => state === 'reserved')
}

/** The standing booking that a later one would replace: the newest. */
export function standingBooking(open: readonly OrderRow[]): SizeBooking | undefined {
  return reservedBookings(open).at(-1)
}

/** The booking that will come into force before the standing one, which was made after its cut-off. */
export function fixedBooking(
  open: readonly OrderRow[],
  standing: SizeBooking | undefined,
): SizeBooking | undefined {
  return reservedBookings(open).findLast((order) => order.order_no !== standing?.order_no)
}

/** Facts with this very booking: two may be open when one's cut-off is over. */
export function factsOfBooking(facts: ContractFacts, order: SizeBooking): ContractFacts {
  const planCode = order.details.toPlan
  if (order.effective_on === null || order.undo_until === null)
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

/**
 * The rules asked for this very size, for 確認 and for the order alike. Wishing for the size in force books nothing:
 * what is in force is undone by its own call.
 */
export function decideBooking(facts: ContractFacts, planCode: number, now: Instant) {
  const decided = decidePlanSize({ type: 'book', planCode }, facts, now)
  if (!decided.ok) return decided
  const booked = decided.value.find((event) => event.type === 'booked')
  if (booked === undefined) return refused('SIZE_UNCHANGED')
  return ok({ booked, replaces: decided.value.some((event) => event.type === 'replaced') })
}

/** What is booked, and until when it can be undone or replaced (wire ReservedPlan). */
export function toReservedPlan(
  order: SizeBooking,
  { facts }: Pick<LoadedContract, 'facts'>,
  { use, now, book }: { readonly use: MonthlyUse; readonly now: Instant; readonly book: PriceBook },
) {
  const { fromPlan: from, toPlan: to } = order.details
  const { effective_on: effectiveOn, undo_until: undoUntil } = order
  if (effectiveOn === null || undoUntil === null)
    throw new Error(`Booking ${order.order_no} lacks its dates`)
  return {
    orderNo: order.order_no,
    from: toWireSize(use, from, { book, on: effectiveOn }),
    to: toWireSize(use, to, { book, on: effectiveOn }),
    effectiveOn,
    bookedAt: formatRfc3339(order.requested_at),
    undoUntil: formatRfc3339(undoUntil),
    undo: toWireWhy(
      'planSizeUndo',
      decidePlanSize({ type: 'undo' }, factsOfBooking(facts, order), now),
    ),
    replace: isBefore(now, undoUntil)
      ? toWireWhy('planSizeChange', mayBegin('planSizeChange', facts, now))
      : refusedWhy('CUT_OFF_PASSED'),
  }
}
