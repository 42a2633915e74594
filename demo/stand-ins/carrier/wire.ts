import { z } from 'zod'
import { orderIdSchema } from '../wire/answers.ts'

export const lineRefSchema = z.string().regex(/^[A-Za-z0-9_.:-]{1,100}$/)
export const lineKindSchema = z.enum(['data', 'sms', 'voice'])
export const simSizeSchema = z.enum(['standard', 'micro', 'nano'])
export const profileSchema = z.enum(['idle', 'light', 'commuter', 'night', 'family', 'heavy-child'])
export const speedModeSchema = z.enum(['high', 'low', 'throttled'])
export const suspensionSchema = z.enum(['lost', 'unpaid', 'fraud'])
export const serviceSchema = z.enum([
  'malware-block',
  'voicemail',
  'call-waiting',
  'forwarding',
  'international-stop',
  'flat-rate',
  'filtering',
])

const instantSchema = z
  .string()
  .regex(/T.*(Z|[+-]\d\d:\d\d)$/)
  .transform((text, c) => {
    try {
      return Temporal.Instant.from(text).epochMilliseconds
    } catch {
      c.addIssue('not an instant')
      return z.NEVER
    }
  })
const phoneSchema = z.string().regex(/^0\d{9,10}$/)
const mnpNumberSchema = z.string().regex(/^\d{10}$/)
const eidSchema = z.string().regex(/^\d{32}$/)

/** Epoch milliseconds, from RFC 3339. */
export const instantMsSchema = instantSchema

export const registerLineSchema = z.strictObject({
  number: phoneSchema,
  kind: lineKindSchema,
  simKind: z.enum(['physical', 'esim']),
  simSize: simSizeSchema.nullable(),
  iccid: z
    .string()
    .regex(/^\d{18,20}$/)
    .optional(),
  profile: profileSchema,
  startedAt: instantSchema,
  endedAt: instantSchema.optional(),
  device: z.record(z.string(), z.string()).optional(),
})

const commandBase = { orderId: orderIdSchema, at: instantSchema.optional() }
export const onOffSchema = z.strictObject({ ...commandBase, on: z.boolean() })
export const serviceSwitchSchema = z.strictObject({
  ...commandBase,
  on: z.boolean(),
  /** Of `forwarding` only. */
  forwardTo: phoneSchema.optional(),
})
export const speedPolicySchema = z.strictObject({ ...commandBase, mode: speedModeSchema })
export const suspendSchema = z.strictObject({ ...commandBase, reason: suspensionSchema })

const orderBase = { orderId: orderIdSchema, lineRef: lineRefSchema }
/** A number that comes from another carrier, and what that carrier has given for it. */
const portInSchema = z
  .strictObject({
    number: phoneSchema,
    mnpNumber: mnpNumberSchema.optional(),
    oneStopToken: z.string().max(100).optional(),
  })
  .refine(hasOneProof, 'either mnpNumber or oneStopToken')
function hasOneProof(given: { mnpNumber?: string; oneStopToken?: string }) {
  return (given.mnpNumber === undefined) !== (given.oneStopToken === undefined)
}

const simOrderBase = {
  ...orderBase,
  toKind: lineKindSchema,
  number: phoneSchema.optional(),
  profile: profileSchema.optional(),
  shipTo: z.record(z.string(), z.string()).optional(),
  portIn: portInSchema.optional(),
}
const purposeSchema = z.enum(['new', 'reissue', 'size-change', 'kind-change'])
const switchBase = { ...orderBase, forOrderId: orderIdSchema, at: instantSchema.optional() }

export const orderSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    ...simOrderBase,
    kind: z.literal('issue-sim'),
    simSize: simSizeSchema,
    purpose: purposeSchema,
  }),
  z.strictObject({
    ...simOrderBase,
    kind: z.literal('issue-esim'),
    eid: eidSchema,
    purpose: purposeSchema,
  }),
  z
    .strictObject({
      ...simOrderBase,
      kind: z.literal('change-kind'),
      simSize: simSizeSchema.optional(),
      eid: eidSchema.optional(),
    })
    .refine((order) => (order.simSize === undefined) !== (order.eid === undefined), {
      message: 'either simSize or eid',
    }),
  z.strictObject({ ...switchBase, kind: z.literal('switch-over') }),
  z
    .strictObject({
      ...switchBase,
      kind: z.literal('port-in-complete'),
      number: phoneSchema,
      mnpNumber: mnpNumberSchema.optional(),
      oneStopToken: z.string().max(100).optional(),
    })
    .refine(hasOneProof, 'either mnpNumber or oneStopToken'),
  z.strictObject({ ...orderBase, kind: z.literal('terminate'), at: instantSchema }),
  /** The line goes on under another name, for another contract; number and SIM stay. */
  z.strictObject({
    ...orderBase,
    kind: z.literal('hand-over'),
    toLineRef: lineRefSchema,
    at: instantSchema,
  }),
  z.strictObject({ ...orderBase, kind: z.literal('mnp-number') }),
  z.strictObject({ ...orderBase, kind: z.literal('cancel'), forOrderId: orderIdSchema }),
])

export const oneStopInSchema = z.strictObject({
  number: phoneSchema,
  returnUrl: z.url(),
  state: z.string().max(200),
})
export const mnpUseSchema = z.strictObject({ number: phoneSchema, mnpNumber: mnpNumberSchema })
export const oneStopTokenSchema = z.strictObject({ number: phoneSchema })
export const oneStopConsentSchema = z.strictObject({
  orderId: orderIdSchema,
  token: z.string(),
  lineRef: lineRefSchema,
  result: z.enum(['consented', 'declined']),
})

export type RegisterLine = z.infer<typeof registerLineSchema>
export type CarrierOrder = z.infer<typeof orderSchema>
export type Profile = z.infer<typeof profileSchema>
export type SpeedMode = z.infer<typeof speedModeSchema>
