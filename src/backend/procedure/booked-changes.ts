import type { OrderRow } from '#backend/contract/orders.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import type { Registry } from './registry.ts'

/** Booked changes, which the schedule carries out, the nearest first (wire BookedChange). */
export function toBookedChanges(procedures: Registry, open: readonly OrderRow[]) {
  return open
    .flatMap((order) => {
      const booking = procedures.of(order).booking(order)
      if (booking === undefined || order.effective_on === null) return []
      return [
        {
          orderNo: order.order_no,
          operation: order.procedure,
          effectiveOn: order.effective_on,
          undoUntil: order.undo_until === null ? undefined : formatRfc3339(order.undo_until),
          ...booking,
        },
      ]
    })
    .sort((a, b) => (a.effectiveOn < b.effectiveOn ? -1 : 1))
}
