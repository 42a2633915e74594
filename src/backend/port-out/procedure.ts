import { holdHours } from '#vocabulary/proof.ts'
import { pages } from '#vocabulary/pages.ts'
import { defineProcedure } from '#backend/procedure/define.ts'
import type { DateToKnow } from '#backend/procedure/definition.ts'
import { mnpValidity } from '#domain/policy/mnp-number.ts'
import { portOutStates } from '#domain/port-out/port-out-states.ts'
import { portOutDetails, type PortOutOrder } from './details.ts'
import { oneStopWords } from './one-stop-words.ts'
import { nextOfPortOut } from './status.ts'

/** MNP転出: by reservation number, or by consent to a receiving carrier (one-stop); domain.md §8. */
export const portOut = defineProcedure({
  names: ['portOut'],
  machine: portOutStates,
  details: portOutDetails,
  // The guideline wants the number promptly: long enough to be read of, and still the same day.
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
  // When the receiving carrier opens the line, nobody here knows.
  finishesOn: () => undefined,
  deadlines,
  // A number or a consent dies with its line.
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
