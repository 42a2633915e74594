import { z } from 'zod'
import { capPeriods } from '#vocabulary/line-cap.ts'
import { orderedOperations } from '#vocabulary/operation.ts'
import type { SentType } from '#vocabulary/webhook.ts'

/** An id, a month or the name of a state: nothing that names a person or a telephone number. */
const id = z.string().regex(/^[A-Za-z0-9_:-]{1,64}$/u)
const contractId = id
/** `of`: a line's own cap, the ceiling of what is spent, the member's mark of charges, or what low speed allows in three days. */
const cap = { contractId, lineId: id.optional(), period: z.enum([...capPeriods, 'threeDays']) }
const month = z.string().regex(/^\d{4}-\d{2}$/u)

/**
 * What `data` of each event holds: ids, and what happened. Whoever wants to know more asks the wire for it by a key of the
 * member's, so that an address that leaks tells nothing about anybody.
 */
export const webhookData = {
  'data.low': z.strictObject({
    contractId,
    /** Which of the member's own conditions was reached. */
    condition: z.enum(['usedUp', 'remainingBytes', 'usedPercent']),
  }),
  'cap.near': z.strictObject({ ...cap, of: z.enum(['line', 'spending', 'charges', 'threeDays']) }),
  'cap.reached': z.strictObject({ ...cap, of: z.enum(['line', 'spending']) }),
  'bill.ready': z.strictObject({ contractId, billId: id, month }),
  'payment.failed': z.strictObject({ contractId, billId: id, month }),
  'order.changed': z.strictObject({
    contractId,
    orderNo: id,
    procedure: z.enum(orderedOperations),
    state: z.string().regex(/^[A-Za-z_]{1,40}$/u),
  }),
  'line.changed': z.strictObject({
    contractId,
    lineId: id,
    change: z.enum(['suspended', 'resumed', 'slowed', 'restored']),
  }),
  'outage.changed': z.strictObject({
    outageId: id,
    occasion: z.enum(['opened', 'ended', 'cancelled']),
  }),
  'webhook.test': z.strictObject({ contractId, webhookId: id }),
} as const satisfies Record<SentType, z.ZodObject>

/** Something a receiver can be told. */
export type WebhookEvent = {
  [Type in SentType]: {
    readonly type: Type
    readonly data: Readonly<z.output<(typeof webhookData)[Type]>>
  }
}[SentType]
