import { orderCalendar } from '#vocabulary/pages.ts'
import { toDateOrInstant } from '#backend/refusal.ts'
import type { OrderRow } from '#backend/contract/orders.ts'
import { formatRfc3339, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { commonDetails } from './define.ts'
import type { ListFacet } from './definition.ts'

/** What 完了 shows. Made from the order alone, so that a reload shows the same (wire Receipt). */
export function toReceipt(procedure: Pick<ListFacet, 'title'>, row: OrderRow, documentId?: string) {
  const { nextSteps = [] } = commonDetails.parse(row.details)
  return {
    orderNo: row.order_no,
    operation: row.procedure,
    title: procedure.title(row),
    acceptedAt: formatRfc3339(row.requested_at),
    state: row.state,
    effectiveOn: row.effective_on ?? undefined,
    undoUntil: row.undo_until === null ? undefined : formatRfc3339(row.undo_until),
    nextSteps: [...stepOnHold(row), ...nextSteps],
    documentId,
    ...(hasDateAhead(row) ? { calendarPath: orderCalendar(row.order_no) } : {}),
  }
}

/** While the order is on hold, every other step comes after the hold. */
function stepOnHold({ held_until: until }: OrderRow) {
  return until === null
    ? []
    : [nextStep('安全のため、この時刻まで手続きを進めずにお待ちします。', until)]
}

/** A closed order has no date ahead. */
function hasDateAhead(row: OrderRow): boolean {
  return row.closed_at === null && (row.effective_on !== null || row.expected_on !== null)
}

/**
 * Until when something can be done. A limit is the first moment at which it is too late; one at midnight is said as
 * 24:00 of the day before, as everywhere (`formatLimit`).
 */
export function limitStep(what: string, until: Instant) {
  const said = toDateOrInstant(until)
  if (said.includes('T')) return nextStep(`ここまで、${what}`, said)
  return nextStep(`この日の24時まで、${what}`, toTokyoDate(until.subtract({ seconds: 1 })))
}

/** A step of a receipt, dated by an instant or a date. */
export function nextStep(text: string, on?: Temporal.Instant | string) {
  if (on === undefined) return { text }
  return { text, on: typeof on === 'string' ? on : toDateOrInstant(on) }
}
