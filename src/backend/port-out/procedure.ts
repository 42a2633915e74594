import { holdHours } from '#vocabulary/proof.ts'
import { pages } from '#vocabulary/pages.ts'
import { defineProcedure } from '#backend/procedure/define.ts'
import type { DateToKnow } from '#backend/procedure/definition.ts'
import { mnpValidity } from '#domain/policy/mnp-number.ts'
import { portOutStates } from '#domain/port-out/port-out-states.ts'
import { type StateWords, words } from '#vocabulary/state-words.ts'
import { numberAad, portOutDetails, type PortOutOrder } from './rows.ts'

/** A one-stop hand-off goes through the same states, but no number is issued in it: what expires is the consent. */
const handOffWords: Readonly<Record<string, StateWords>> = {
  requested: words(
    '同意済み',
    '転出への同意を受け付けました。移転先で開通すると転出が完了し、この回線は終了します。',
  ),
  issuing: words('移転先の開通待ち', '移転先で開通すると転出が完了し、この回線は終了します。'),
  issued: words('移転先で開通', '移転先での開通を確認しています。'),
  expired: words(
    '同意の期限切れ',
    '期限までに移転先で開通しなかったため、転出への同意は無効になりました。この回線は引き続きご利用いただけます。',
  ),
  cooldown: words(
    '再申し込み待ち',
    '移転先で開通しなかったため、転出への同意は無効になりました。この回線は引き続きご利用いただけます。転出は、同意の期限の翌々日からもう一度お申し込みいただけます。',
  ),
  none: words(
    '開通せずに終了',
    '移転先で開通しないまま、転出への同意の期限が過ぎました。この回線は引き続きご利用いただけます。',
  ),
}

/** Undefined for a port-out by number, whose words stand in the state table. */
export function oneStopWords(order: PortOutOrder, state: string): StateWords | undefined {
  return order.details.receiverName === undefined ? undefined : handOffWords[state]
}

/** MNP転出: by reservation number, or by consent to a receiving carrier (one-stop); domain.md §8. */
export const portOut = defineProcedure({
  names: ['portOut'],
  machine: portOutStates,
  details: portOutDetails,
  sealed: ({ order_no: orderNo, details }) => [
    { value: details.numberSealed, aad: numberAad(orderNo) },
  ],
  // The guideline wants the number promptly: the hold leaves time to read the notice, and ends the same day.
  holdHours: holdHours.portOut,
  // Another number may be requested afterwards, by another order.
  over: ['ported_out', 'refused', 'none'],
  // A one-stop hand-off issues no number.
  course: ({ details }) =>
    details.receiverName === undefined
      ? ['requested', 'issuing', 'issued', 'ported_out']
      : ['requested', 'issuing', 'ported_out'],
  words: oneStopWords,
  next: nextOfPortOut,
  // We do not know when the receiving carrier opens the line.
  finishesOn: () => undefined,
  deadlines,
  // A number or a consent ends with its line.
  whenLineEnded: { event: 'line_ended', merge: { numberSealed: null, nextSteps: [] } },
  carrierServed: true,
  outlivesContract: true,
  oneAtATime: ['portOut'],
})

const numberWords = {
  title: 'MNP予約番号の有効期限',
  message: 'この日の24時までに、移転先の事業者でお手続きください。',
}
const consentWords = {
  title: 'MNP転出の同意の有効期限',
  message:
    'この日の24時までに移転先で開通しないと、同意は無効になります。回線はそのままお使いいただけます。',
}

function deadlines(order: PortOutOrder): DateToKnow[] {
  const { issuedOn, receiverName } = order.details
  const isLive = ['requested', 'issuing', 'issued'].includes(order.state)
  if (!isLive || issuedOn === undefined) return []
  return [
    {
      kind: 'numberExpiry',
      ...(receiverName === undefined ? numberWords : consentWords),
      at: mnpValidity(issuedOn).expiresOn,
      path: pages.portOut,
      lineId: order.line_id ?? undefined,
      orderNo: order.order_no,
    },
  ]
}

/** The next date of an open port-out: the last day of the number or the consent, then the day from which a new one may be had. */
function nextOfPortOut(order: PortOutOrder): { label: string; on: string } | undefined {
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
