import { instantIn } from './instant-in.ts'
import { titleOf } from './title.ts'
import { pathOf } from './wire-order.ts'
import { deliveryOf } from '#backend/sim/status.ts'
import { identityExpiry } from '#backend/sim/wish.ts'
import { mnpValidity } from '#domain/policy/mnp-number.ts'
import { autoSwitchAt } from '#domain/sim/decide-sim-order.ts'
import { isTokyoDate } from '#domain/tokyo.ts'
import type { DateToKnow } from './deadlines.ts'
import type { OrderRow } from './orders.ts'

/** What the orders under way lead to, and until when each can still be changed. */
export function orderDeadlines(open: readonly OrderRow[]): DateToKnow[] {
  return open.flatMap((order) => [
    ...bookingDates(order),
    ...identityDates(order),
    ...deliveryDates(order),
    ...switchDates(order),
    ...numberDates(order),
  ])
}

function bookingDates(order: OrderRow): DateToKnow[] {
  const leaves = order.procedure === 'lineCancel' || order.procedure === 'contractCancel'
  if (!leaves && order.procedure !== 'planSizeChange') return []
  const known = { path: pathOf(order), orderNo: order.order_no }
  const title = titleOf(order)
  return [
    ...(order.undo_until === null
      ? []
      : [
          {
            ...known,
            kind: 'undoLimit' as const,
            title: `取り消しの期限：${title}`,
            message: 'これを過ぎると取り消せません。',
            at: order.undo_until,
          },
        ]),
    ...(order.effective_on === null
      ? []
      : [
          {
            ...known,
            kind: leaves ? ('termination' as const) : ('takesEffect' as const),
            title: leaves ? `最終利用日：${title}` : `適用日：${title}`,
            message: leaves
              ? 'この日の24時に通信と通話が使えなくなります。'
              : 'この日の0時に新しいデータ容量になります。',
            at: order.effective_on,
          },
        ]),
  ]
}

function identityDates(order: OrderRow): DateToKnow[] {
  if (order.state !== 'id_check') return []
  return [
    {
      kind: 'identityExpiry',
      title: `本人確認の期限：${titleOf(order)}`,
      message: '期限までに本人確認が済まないと、お申し込みは取り消されます。',
      at: identityExpiry(order),
      path: pathOf(order),
      lineId: order.line_id ?? undefined,
      orderNo: order.order_no,
    },
  ]
}

function deliveryDates(order: OrderRow): DateToKnow[] {
  const on = deliveryOf(order)
  if (on === undefined) return []
  return [
    {
      kind: 'delivery',
      title: `お届けの予定：${titleOf(order)}`,
      message: '届いてから、切り替えの日時を選べます。',
      at: on,
      path: pathOf(order),
      lineId: order.line_id ?? undefined,
      orderNo: order.order_no,
    },
  ]
}

function switchDates(order: OrderRow): DateToKnow[] {
  if (order.state !== 'switch_ready') return []
  const chosen = instantIn(order.details['switchAt'])
  const readyAt = instantIn(order.details['readyAt'])
  const at = chosen ?? (readyAt === undefined ? undefined : autoSwitchAt(readyAt))
  if (at === undefined) return []
  return [
    {
      kind: 'switchOver',
      title: `SIMの切り替え：${titleOf(order)}`,
      message:
        chosen === undefined
          ? 'この日時までに切り替えないと、自動で切り替わります。'
          : '選んだ日時に切り替えます。しばらく通信と通話が使えなくなります。',
      at,
      path: pathOf(order),
      lineId: order.line_id ?? undefined,
      orderNo: order.order_no,
    },
  ]
}

const numberWords = {
  title: 'MNP予約番号の有効期限',
  message: 'この日の24時までに、移転先の事業者でお手続きください。',
}
const consentWords = {
  title: 'MNP転出の同意の有効期限',
  message:
    'この日の24時までに移転先で開通しないと、同意は無効になります。回線はそのままお使いいただけます。',
}

function numberDates(order: OrderRow): DateToKnow[] {
  const { issuedOn, receiverName } = order.details
  const isLive = ['requested', 'issuing', 'issued'].includes(order.state)
  if (!isLive || typeof issuedOn !== 'string' || !isTokyoDate(issuedOn)) return []
  return [
    {
      kind: 'numberExpiry',
      ...(receiverName === undefined ? numberWords : consentWords),
      at: mnpValidity(issuedOn).expiresOn,
      path: '/mypage/portout.html',
      lineId: order.line_id ?? undefined,
      orderNo: order.order_no,
    },
  ]
}
