import { z } from 'zod'
import { commonDetails, type Order } from '#backend/procedure/define.ts'
import type { PortOutState } from '#domain/port-out/port-out-states.ts'
import { isTokyoDate, tokyoDate } from '#domain/tokyo.ts'

const tokyoDay = z
  .string()
  .refine(isTokyoDate)
  .transform((text) => tokyoDate(text))

/** What a port-out keeps beside its state. */
export const portOutDetails = commonDetails.extend({
  exchangeId: z.string(),
  /** Ten digits, sealed: anybody who has them can take the number away. */
  numberSealed: z.string().nullish(),
  /** First of the days it is valid: of the number's issue, or of a one-stop consent. */
  issuedOn: tokyoDay.optional(),
  portedOutOn: tokyoDay.optional(),
  refusal: z.string().optional(),
  /** Name of the receiving carrier, for a one-stop hand-off. */
  receiverName: z.string().optional(),
})

export type PortOutOrder = Order<'portOut', PortOutState, z.output<typeof portOutDetails>>

export const numberAad = (orderNo: string) => `procedure_order.mnp_number:${orderNo}`
