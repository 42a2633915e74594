import { z } from 'zod'
import { toDateOrInstant } from '#backend/contract/permissions.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import { procedureOf, type OrderRow } from './orders.ts'
import { titleOf } from './title.ts'

const nextSteps = z.array(z.object({ text: z.string(), on: z.string().optional() }))

/** What 完了 shows; made from the order alone, so that it is the same at every reload (wire Receipt). */
export function toReceipt(row: OrderRow, documentId?: string) {
  const steps = nextSteps.safeParse(row.details['nextSteps'])
  const procedure = procedureOf(row)
  return {
    orderNo: row.order_no,
    operation: procedure,
    title: titleOf(row),
    acceptedAt: formatRfc3339(row.requested_at),
    state: row.state,
    ...(row.effective_on === null ? {} : { effectiveOn: row.effective_on }),
    ...(row.undo_until === null ? {} : { undoUntil: formatRfc3339(row.undo_until) }),
    nextSteps: steps.data ?? [],
    ...(documentId === undefined ? {} : { documentId }),
    // Of what is over no date is ahead.
    ...(row.closed_at !== null || (row.effective_on === null && row.expected_on === null)
      ? {}
      : { calendarPath: `/calendar/order/${row.order_no}.ics` }),
  }
}

/** A step of a receipt, dated by an instant or a date. */
export function nextStep(text: string, on?: Temporal.Instant | string) {
  if (on === undefined) return { text }
  return { text, on: typeof on === 'string' ? on : toDateOrInstant(on) }
}
