import { orderPage } from '#vocabulary/pages.ts'
import type { OrderRow } from '#backend/contract/orders.ts'
import type { DateToKnow } from './definition.ts'

type Booking = Pick<OrderRow, 'order_no' | 'undo_until' | 'effective_on'>

/** The dates of a booking: until when it can be undone, and the day it comes into force or ends. */
export function bookingDeadlines(
  order: Booking,
  title: string,
  date: { kind: 'takesEffect' | 'termination'; label: string; message: string },
): DateToKnow[] {
  const known = { path: orderPage(order.order_no), orderNo: order.order_no }
  const dates: DateToKnow[] = []
  if (order.undo_until !== null)
    dates.push({
      ...known,
      kind: 'undoLimit',
      title: `取り消しの期限：${title}`,
      message: 'これを過ぎると取り消せません。',
      at: order.undo_until,
    })
  if (order.effective_on !== null)
    dates.push({
      ...known,
      kind: date.kind,
      title: `${date.label}：${title}`,
      message: date.message,
      at: order.effective_on,
    })
  return dates
}

/** The day of a booking that is still open. */
export function nextBooked({ effective_on: on }: Booking, label: string) {
  return on === null ? undefined : { label, on }
}
