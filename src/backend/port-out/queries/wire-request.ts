import type { Sealing } from '#backend/db/sealing.ts'
import { onHoldWords } from '#backend/hold/words.ts'
import { isOnHoldByStaff } from '#backend/procedure/define.ts'
import { mnpValidity } from '#domain/policy/mnp-number.ts'
import { formatRfc3339, type TokyoDate } from '#domain/tokyo.ts'
import { portOut } from '../procedure.ts'
import { numberAad, type PortOutOrder } from '../rows.ts'

/** A port-out as the screens show it; none once a new number can be requested (wire PortOutRequest). */
export function toWireRequest(order: PortOutOrder | undefined, sealing: Sealing) {
  if (order === undefined) return undefined
  const { state } = order
  if (state === 'none') return undefined
  const { numberSealed, issuedOn, portedOutOn, refusal, receiverName } = order.details
  const isOver = state === 'ported_out' || state === 'refused' || state === 'voided'
  return {
    requestNo: order.order_no,
    state,
    stateLabel: wordsOf(order).label,
    requestedAt: formatRfc3339(order.requested_at),
    ...(order.held_until !== null && { heldUntil: formatRfc3339(order.held_until) }),
    ...(!numberSealed || state !== 'issued'
      ? {}
      : { number: sealing.open(numberAad(order.order_no), numberSealed) }),
    // A line that has left gets no other number; a refused request never had a valid one.
    ...(issuedOn === undefined || isOver ? {} : validityOf(issuedOn)),
    receiverName,
    portedOutOn,
    refusal,
  }
}

/** While it is on hold, that is its state to the member. */
function wordsOf(order: PortOutOrder) {
  if (order.held_until !== null)
    return onHoldWords('portOut', order.held_until, isOnHoldByStaff(order))
  return portOut.words(order, order.state)
}

function validityOf(issuedOn: TokyoDate) {
  const { expiresOn, renewableOn } = mnpValidity(issuedOn)
  return { issuedOn, expiresOn, nextFrom: renewableOn }
}
