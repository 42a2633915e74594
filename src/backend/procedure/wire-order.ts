import { orderPage } from '#vocabulary/pages.ts'
import { isFrozen, type LineRow } from '#backend/contract/contracts.ts'
import { linesOf, type OrderRow } from '#backend/contract/orders.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import { formatRfc3339, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import type { ListFacet } from './definition.ts'
import { isFailed, isGivenUp } from './timeline.ts'

/** Added when the expected day has passed and the order is still open. */
const lateWords = 'ご案内した予定日を過ぎています。お待たせして申し訳ありません。'

/** While staff have stopped the line for suspected misuse. */
const frozenWords = {
  label: '利用停止中',
  sentence: 'この回線の利用を止めているため、お手続きも止まっています。お問い合わせください。',
}

/** Whether staff have stopped a line of it for suspected misuse: what was made for another SIM is shown to nobody. */
export function concernsFrozen(order: OrderRow, lines: readonly LineRow[]) {
  const concerned = linesOf(order)
  return lines.some((line) => concerned.includes(line.line_id) && isFrozen(line))
}

/** Whether its next step would hand over to another SIM a line that staff have stopped. */
export function standsStill(procedure: ListFacet, order: OrderRow, lines: readonly LineRow[]) {
  if (order.closed_at !== null || !procedure.awaitsOtherSim(order)) return false
  return concernsFrozen(order, lines)
}

/** One order as lists show it (wire Order). */
export function toWireOrder(
  procedure: ListFacet,
  order: OrderRow,
  lines: readonly LineRow[],
  { sealing, now }: { sealing: Sealing; now: Instant },
) {
  const isStill = standsStill(procedure, order, lines)
  const shown = isStill ? frozenWords : procedure.pending(order)
  const { label, sentence } = shown ?? procedure.words(order, order.state)
  const concerned = linesOf(order)
  const isOpen = order.closed_at === null
  const isMoving = isOpen && !isStill
  const next = isMoving ? procedure.next(order) : undefined
  const isLate = next !== undefined && next.on.slice(0, 10) < toTokyoDate(now)
  const todo = isMoving ? procedure.todo(order) : undefined
  const path = orderPage(order.order_no)
  return {
    orderNo: order.order_no,
    operation: order.procedure,
    title: procedure.title(order),
    lines: lines
      .filter((line) => concerned.includes(line.line_id))
      .map((line) => toLineName(line, sealing)),
    state: order.state,
    stateLabel: label,
    message: isLate ? `${sentence}${lateWords}` : sentence,
    tone: toneOf(order, todo !== undefined),
    final: !isOpen,
    orderedAt: formatRfc3339(order.requested_at),
    updatedAt: formatRfc3339(order.changed_at),
    // A day that has passed is not shown as the next date.
    next: isLate ? undefined : next,
    todo:
      todo === undefined ? undefined : { label: todo, path: procedure.page(order)?.path ?? path },
    path,
  }
}

function toneOf(order: OrderRow, hasTodo: boolean) {
  if (isFailed(order)) return 'danger' as const
  if (hasTodo || order.held_until !== null) return 'warning' as const
  if (order.closed_at === null || isGivenUp(order)) return 'info' as const
  return 'good' as const
}
