import { z } from 'zod'
import { commonDetails, type Order } from '#backend/procedure/define.ts'
import type { HandoverState } from '#domain/handover/handover-states.ts'
import { isTokyoDate, tokyoDate } from '#domain/tokyo.ts'
import { optionCodes } from '#vocabulary/option.ts'

const tokyoDay = z
  .string()
  .refine(isTokyoDate)
  .transform((text) => tokyoDate(text))

/** What the orders of both sides keep beside their state. */
export const handoverDetails = commonDetails.extend({
  /** Of the giver: ten digits, sealed until it is over. */
  numberSealed: z.string().nullish(),
  /** Of the giver: the name of the receiver in kana, sealed, as it is shown to the giver. */
  receiverSealed: z.string().nullish(),
  /** Last day on which the number counts. */
  validUntil: tokyoDay.optional(),
  /** Told of the day before. */
  remindedOn: tokyoDay.optional(),
  /** Why it came to nothing, in words for the member. */
  refusal: z.string().optional(),
  /** Of the receiver: what the application chose with the line. */
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

export const handoverNames = ['lineHandover', 'lineTakeover'] as const

export type HandoverOrder = Order<
  (typeof handoverNames)[number],
  HandoverState,
  z.output<typeof handoverDetails>
>

export const numberPlace = (contractId: string, orderNo: string) =>
  `procedure_order.handover_number:${contractId}:${orderNo}`
export const receiverPlace = (contractId: string, orderNo: string) =>
  `procedure_order.handover_receiver:${contractId}:${orderNo}`
