import type { OrderRow } from '#backend/order/orders.ts'
import { mnpValidity } from '#domain/policy/mnp-number.ts'
import { detailsOf } from './details.ts'

/** The next date of an open port-out: the number's last day, then the day from which a new one may be had. */
export function nextOfPortOut(order: OrderRow): { label: string; on: string } | undefined {
  const { issuedOn } = detailsOf(order)
  if (issuedOn === undefined) return undefined
  const { expiresOn, renewableOn } = mnpValidity(issuedOn)
  return order.state === 'issued'
    ? { label: 'MNP予約番号の有効期限', on: expiresOn }
    : { label: '新しい番号を発行できる日', on: renewableOn }
}
