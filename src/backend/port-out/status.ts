import { mnpValidity } from '#domain/policy/mnp-number.ts'
import type { PortOutOrder } from './details.ts'

/** The next date of an open port-out: the last day of the number or the consent, then the day from which a new one may be had. */
export function nextOfPortOut(order: PortOutOrder): { label: string; on: string } | undefined {
  const { issuedOn, receiverName } = order.details
  if (issuedOn === undefined) return undefined
  const { expiresOn, renewableOn } = mnpValidity(issuedOn)
  const isOver = order.state === 'expired' || order.state === 'cooldown'
  if (receiverName !== undefined)
    return isOver
      ? { label: 'もう一度申し込める日', on: renewableOn }
      : { label: '同意の有効期限', on: expiresOn }
  return isOver
    ? { label: '新しい番号を発行できる日', on: renewableOn }
    : { label: 'MNP予約番号の有効期限', on: expiresOn }
}
