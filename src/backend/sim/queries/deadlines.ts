import { orderPage } from '#vocabulary/pages.ts'
import { linesOf } from '#backend/contract/orders.ts'
import type { DateToKnow } from '#backend/procedure/definition.ts'
import { autoSwitchAt } from '#domain/sim/decide-sim-order.ts'
import { toTokyoDate } from '#domain/tokyo.ts'
import { operationLabels } from '#vocabulary/operation.ts'
import { identityExpiry, type SimOrder } from '../rows/details.ts'
import { deliveryOf } from './status.ts'

/** The dates of an order for a SIM: identity check, delivery, switch-over. */
export function simDeadlines(order: SimOrder): DateToKnow[] {
  const title = operationLabels[order.procedure]
  const known = {
    path: orderPage(order.order_no),
    lineId: linesOf(order)[0],
    orderNo: order.order_no,
  }
  const dates: DateToKnow[] = []
  if (order.state === 'id_check')
    dates.push({
      ...known,
      kind: 'identityExpiry',
      title: `本人確認の期限：${title}`,
      message: '期限までに本人確認が済まないと、お申し込みは取り消されます。',
      at: identityExpiry(order),
    })
  const deliveredOn = deliveryOf(order)
  if (deliveredOn !== undefined)
    dates.push({
      ...known,
      kind: 'delivery',
      title: `お届けの予定：${title}`,
      message: '届いてから、切り替えの日時を選べます。',
      at: deliveredOn,
    })
  const { switchAt, readyAt } = order.details
  // By itself at 0:00: as a date, since a midnight is listed as the end of the day before.
  const switchesAt = switchAt ?? (readyAt && toTokyoDate(autoSwitchAt(readyAt)))
  if (order.state === 'switch_ready' && switchesAt !== undefined)
    dates.push({
      ...known,
      kind: 'switchOver',
      title: `SIMの切り替え：${title}`,
      message:
        switchAt === undefined
          ? 'それまでに切り替えないと、この日の0時に自動で切り替わります。'
          : '選んだ日時に切り替えます。しばらく通信と通話が使えなくなります。',
      at: switchesAt,
    })
  return dates
}
