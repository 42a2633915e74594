import type { LineRow } from '#backend/contract/contracts.ts'
import { toDateOrInstant } from '#backend/contract/permissions.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { toLineName } from '#backend/line/mapping.ts'
import { nextOfPortOut } from '#backend/port-out/status.ts'
import { nextOfSim, pendingOf, type Pending } from '#backend/sim/status.ts'
import { isSimOrder } from '#backend/sim/wish.ts'
import { formatRfc3339, startOfDay } from '#domain/tokyo.ts'
import { linesOf, type OrderRow } from './orders.ts'
import { isFailed, isGivenUp } from './timeline.ts'
import { titleOf } from './title.ts'
import { waitsForIdentity } from './undoing.ts'
import { wordsOf } from './words.ts'

/** One order as the list shows it (wire Order). */
export function toWireOrder(order: OrderRow, lines: readonly LineRow[], sealing: Sealing) {
  const { label, sentence } = pendingIn(order) ?? wordsOf(order, order.state)
  const concerned = linesOf(order)
  const next = nextOf(order)
  const todo = todoOf(order)
  return {
    orderNo: order.order_no,
    operation: order.procedure,
    title: titleOf(order),
    lines: lines
      .filter((line) => concerned.includes(line.line_id))
      .map((line) => toLineName(line, sealing)),
    state: order.state,
    stateLabel: label,
    message: sentence,
    tone: toneOf(order, todo !== undefined),
    final: order.closed_at !== null,
    orderedAt: formatRfc3339(order.requested_at),
    updatedAt: formatRfc3339(order.changed_at),
    ...(next === undefined ? {} : { next }),
    ...(todo === undefined ? {} : { todo }),
    path: pathOf(order),
  }
}

export function pathOf({ order_no: orderNo }: Pick<OrderRow, 'order_no'>): string {
  return `/mypage/order.html?no=${orderNo}`
}

function toneOf(order: OrderRow, hasTodo: boolean) {
  if (isFailed(order)) return 'danger' as const
  if (hasTodo) return 'warning' as const
  if (order.closed_at === null || isGivenUp(order)) return 'info' as const
  return 'good' as const
}

/** What the carrier has been asked and has not answered, where an order knows such a thing. */
export function pendingIn(order: OrderRow): Pending | undefined {
  return isSimOrder(order) ? pendingOf(order) : undefined
}

/** The next date the member may wait for. */
function nextOf(order: OrderRow): { label: string; on: string } | undefined {
  if (order.closed_at !== null) return undefined
  if (isSimOrder(order)) return nextOfSim(order)
  if (order.procedure === 'portOut') return nextOfPortOut(order)
  if (order.effective_on !== null) {
    const leaves = order.procedure === 'lineCancel' || order.procedure === 'contractCancel'
    return { label: leaves ? '最終利用日' : '適用日', on: order.effective_on }
  }
  if (order.expected_on === null) return undefined
  return { label: '完了の予定', on: toDateOrInstant(startOfDay(order.expected_on)) }
}

function todoOf(order: OrderRow): { label: string; path: string } | undefined {
  if (order.closed_at !== null) return undefined
  if (waitsForIdentity(order)) return { label: '本人確認を進める', path: pathOf(order) }
  if (order.state === 'switch_ready' && pendingIn(order) === undefined)
    return { label: '切り替えの日時を選ぶ', path: pathOf(order) }
  return undefined
}
