import { z } from 'zod'
import type { Sealing } from '#backend/db/sealing.ts'
import type { OrderRow } from '#backend/order/orders.ts'
import { portOutStates } from '#domain/port-out/port-out-states.ts'
import { mnpValidity } from '#domain/policy/mnp-number.ts'
import { formatRfc3339, isTokyoDate, type TokyoDate } from '#domain/tokyo.ts'
import { oneStopWords } from './one-stop-words.ts'

const day = z.string().refine(isTokyoDate)

/** What a port-out keeps beside its state. */
const portOutDetails = z.object({
  exchangeId: z.string(),
  /** Ten digits, sealed: whoever has them can take the number away. */
  numberSealed: z.string().nullish(),
  /** First of the days it is valid: of the number's issue, or of a one-stop consent. */
  issuedOn: day.optional(),
  portedOutOn: day.optional(),
  refusal: z.string().optional(),
  /** Name of the receiving carrier, for a one-stop hand-off. */
  receiverName: z.string().optional(),
})

export function detailsOf(order: OrderRow) {
  return portOutDetails.parse(order.details)
}

export const numberPlace = (orderNo: string) => `procedure_order.mnp_number:${orderNo}`

/** The life of a number as the screens see it; none once a new one may be had (wire PortOutRequest). */
export function toWireRequest(order: OrderRow | undefined, sealing: Sealing) {
  if (order === undefined || !portOutStates.isState(order.state)) return undefined
  const { state } = order
  if (state === 'none') return undefined
  const { numberSealed, issuedOn, portedOutOn, refusal, receiverName } = detailsOf(order)
  const isOver = state === 'ported_out' || state === 'refused' || state === 'voided'
  return {
    requestNo: order.order_no,
    state,
    stateLabel: (oneStopWords(order, state) ?? portOutStates.words(state)).label,
    requestedAt: formatRfc3339(order.requested_at),
    ...(!numberSealed || state !== 'issued'
      ? {}
      : { number: sealing.open(numberPlace(order.order_no), numberSealed) }),
    // Of a line that has gone no other number can be had; what was refused was never valid.
    ...(issuedOn === undefined || isOver ? {} : validityOf(issuedOn)),
    ...(receiverName === undefined ? {} : { receiverName }),
    ...(portedOutOn === undefined ? {} : { portedOutOn }),
    ...(refusal === undefined ? {} : { refusal }),
  }
}

function validityOf(issuedOn: TokyoDate) {
  const { expiresOn, renewableOn } = mnpValidity(issuedOn)
  return { issuedOn, expiresOn, nextFrom: renewableOn }
}
