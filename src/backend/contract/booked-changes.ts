import { planName } from '#backend/contract/wording.ts'
import { linesOf, type OrderRow } from '#backend/order/orders.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'

/** What is booked and will happen by itself, the nearest first. */
export function toBookedChanges(open: readonly OrderRow[]) {
  return open
    .flatMap((order) => {
      const change = describe(order)
      if (change === undefined || order.effective_on === null) return []
      const undo = order.undo_until === null ? {} : { undoUntil: formatRfc3339(order.undo_until) }
      return [
        {
          orderNo: order.order_no,
          operation: order.procedure,
          effectiveOn: order.effective_on,
          ...undo,
          ...change,
        },
      ]
    })
    .sort((a, b) => (a.effectiveOn < b.effectiveOn ? -1 : 1))
}

function describe(order: OrderRow): { title: string; path: string } | undefined {
  if (order.state !== 'reserved') return undefined
  if (order.procedure === 'planSizeChange') {
    const { fromPlan, toPlan } = order.details
    return {
      title: `データ容量を${planName(Number(fromPlan))}から${planName(Number(toPlan))}に変更`,
      path: '/mypage/plan/change.html',
    }
  }
  const path = '/mypage/sim/cancel.html'
  if (order.procedure === 'contractCancel') return { title: 'ご契約の解約', path }
  if (order.procedure === 'lineCancel') return { title: `${linesOf(order).length}回線の解約`, path }
  return undefined
}
