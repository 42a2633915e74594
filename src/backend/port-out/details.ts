import { z } from 'zod'
import type { Sealing } from '#backend/db/sealing.ts'
import { commonDetails, type Order } from '#backend/procedure/define.ts'
import { portOutStates, type PortOutState } from '#domain/port-out/port-out-states.ts'
import { mnpValidity } from '#domain/policy/mnp-number.ts'
import { formatRfc3339, isTokyoDate, tokyoDate, type TokyoDate } from '#domain/tokyo.ts'
import { oneStopWords } from './one-stop-words.ts'

const tokyoDay = z
  .string()
  .refine(isTokyoDate)
  .transform((text) => tokyoDate(text))

/** What a port-out keeps beside its state. */
export const portOutDetails = commonDetails.extend({
  exchangeId: z.string(),
  /** Ten digits, sealed: whoever has them can take the number away. */
  numberSealed: z.string().nullish(),
  /** First of the days it is valid: of the number's issue, or of a one-stop consent. */
  issuedOn: tokyoDay.optional(),
  portedOutOn: tokyoDay.optional(),
  refusal: z.string().optional(),
  /** Name of the receiving carrier, for a one-stop hand-off. */
  receiverName: z.string().optional(),
})

export type PortOutOrder = Order<'portOut', PortOutState, z.output<typeof portOutDetails>>

export const numberPlace = (orderNo: string) => `procedure_order.mnp_number:${orderNo}`

/** The life of a number as the screens see it; none once a new one may be had (wire PortOutRequest). */
export function toWireRequest(order: PortOutOrder | undefined, sealing: Sealing) {
  if (order === undefined) return undefined
  const { state } = order
  if (state === 'none') return undefined
  const { numberSealed, issuedOn, portedOutOn, refusal, receiverName } = order.details
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
