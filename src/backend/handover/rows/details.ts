import { z } from 'zod'
import { commonDetails, type Order } from '#backend/procedure/define.ts'
import type { HandoverState } from '#domain/handover/handover-states.ts'
import { isTokyoDate, tokyoDate } from '#domain/tokyo.ts'
import { optionCodes } from '#vocabulary/option.ts'

const tokyoDay = z
  .string()
  .refine(isTokyoDate)
  .transform((text) => tokyoDate(text))

/** What the orders of both sides store beside their state. */
const bothSides = commonDetails.extend({
  /** The day on which the message of the day before was sent. */
  remindedOn: tokyoDay.optional(),
  /** Why it came to nothing, in words for the member. */
  refusal: z.string().optional(),
})

export const handoverDetails = bothSides.extend({
  /** Ten digits, sealed; deleted when the hand-over is over. */
  numberSealed: z.string().nullish(),
  /** The name of the receiver in kana, sealed, as it is shown to the giver. */
  receiverSealed: z.string().nullish(),
  /** Last day on which the number is valid. */
  validUntil: tokyoDay.optional(),
})

export const takeoverDetails = bothSides.extend({
  /** What the application chose with the line. */
  chosenOptions: z
    .array(
      z.object({
        code: z.enum(optionCodes),
        termsVersion: z.string(),
        settings: z.string().optional(),
      }),
    )
    .optional(),
})

/** The giver's order. */
export type HandoverOrder = Order<'lineHandover', HandoverState, z.output<typeof handoverDetails>>
/** The receiver's order. */
export type TakeoverOrder = Order<'lineTakeover', HandoverState, z.output<typeof takeoverDetails>>

export const numberAad = (contractId: string, orderNo: string) =>
  `procedure_order.handover_number:${contractId}:${orderNo}`
export const receiverAad = (contractId: string, orderNo: string) =>
  `procedure_order.handover_receiver:${contractId}:${orderNo}`
