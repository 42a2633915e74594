import type { OrderRow } from '#backend/order/orders.ts'
import { toDateOrInstant } from '#backend/contract/permissions.ts'
import { expectedArrival } from './estimate.ts'
import type { Instant, TokyoDate } from '#domain/tokyo.ts'
import { detailsOf, identityExpiry, isSimOrder } from './wish.ts'

/** Asked of the carrier and not answered yet; `since` where it is a step of its own. */
export type Pending = { key: string; label: string; sentence: string; since?: Instant }

/** What is under way beside the state; undefined when the state says it all. */
export function pendingOf(order: OrderRow): Pending | undefined {
  if (order.closed_at !== null) return undefined
  const { cancelAskedAt, switchAskedAt, switchAnswer, identityState } = detailsOf(order)
  const { carrierAnswer } = order.details
  if (cancelAskedAt)
    return {
      key: 'cancelling',
      label: '取り消し確認中',
      sentence: '取り消しを確認しています。結果はメールでお知らせします。',
      since: cancelAskedAt,
    }
  if (switchAskedAt)
    return {
      key: 'switching',
      label: '切り替え中',
      sentence:
        switchAnswer === 'unknown'
          ? '回線設備からの応答を待っています。応答があり次第、切り替わります。もう一度選ぶ必要はありません。'
          : '切り替えています。数分お待ちください。',
      since: switchAskedAt,
    }
  const { switchAt } = detailsOf(order)
  if (order.state === 'switch_ready' && switchAnswer === 'rejected')
    return {
      key: 'switch-retry',
      label: '切り替えのやり直し待ち',
      sentence:
        '切り替えを受け付けられませんでした。1時間以内にもう一度行います。日時を選び直すこともできます。',
    }
  if (order.state === 'switch_ready' && switchAt)
    return {
      key: 'switch-booked',
      label: '切り替えの予約済み',
      sentence: '選んだ日時に切り替わります。それまでは、日時を変えられます。',
    }
  if (order.state === 'id_check' && identityState === 'manual')
    return {
      key: 'identity-manual',
      label: '担当者が確認中',
      sentence: '担当者が本人確認の内容を確認しています。結果はメールでお知らせします。',
    }
  if (carrierAnswer !== 'unknown' || (order.state !== 'ordered' && order.state !== 'preparing'))
    return undefined
  return {
    key: 'unanswered',
    label: '応答の確認中',
    sentence:
      '回線設備からの応答を確認しています。重ねてのお申し込みはいりません。応答があり次第、こちらで進めます。',
  }
}

/** The next date of an open order: when the card comes, when it is switched by choice or by itself. */
export function nextOfSim(order: OrderRow): { label: string; on: string } | undefined {
  const { switchAt, switchAskedAt, switchAnswer, wish } = detailsOf(order)
  if (order.state === 'id_check')
    return {
      label: '本人確認の期限',
      on: toDateOrInstant(identityExpiry(order)),
    }
  if (switchAskedAt || switchAnswer === 'rejected') return undefined
  if (switchAt) return { label: '切り替えの日時', on: toDateOrInstant(switchAt) }
  if (isOnItsWay(order) && wish.simSize !== 'esim')
    return { label: 'お届けの予定', on: expectedArrival(sentFor(order)) }
  return order.expected_on === null || isOnItsWay(order)
    ? undefined
    : { label: '自動で切り替える日', on: order.expected_on }
}

/** The day a card should come; none for an eSIM, or once it is here. */
export function deliveryOf(order: OrderRow): TokyoDate | undefined {
  if (!isSimOrder(order) || !isOnItsWay(order) || order.closed_at !== null) return undefined
  return detailsOf(order).wish.simSize === 'esim' ? undefined : expectedArrival(sentFor(order))
}

const isOnItsWay = ({ state }: OrderRow) => ['ordered', 'preparing', 'shipped'].includes(state)

/** When the carrier was asked: at the order, or when the identity check was passed. */
function sentFor(order: OrderRow) {
  const { askedAt } = order.details
  return typeof askedAt === 'string' ? Temporal.Instant.from(askedAt) : order.requested_at
}
