import { z } from 'zod'
import { cardSize, carrierOrders, lineCommands, lineKind } from '#outside/carrier.ts'
import type { speedMode } from '#outside/carrier.ts'
import { instant, phoneNumber } from '#outside/words.ts'

/** What kind of traffic a line makes: the stand-in's own. */
export const profileSchema = z.enum(['idle', 'light', 'commuter', 'night', 'family', 'heavy-child'])

/** Epoch milliseconds, from RFC 3339. */
export const instantMsSchema = instant.transform(
  (text) => Temporal.Instant.from(text).epochMilliseconds,
)

/** A line that is in service already: of the seed only. */
export const registerLineSchema = z.strictObject({
  number: phoneNumber,
  kind: lineKind,
  simKind: z.enum(['physical', 'esim']),
  simSize: cardSize.nullable(),
  iccid: z
    .string()
    .regex(/^\d{18,20}$/)
    .optional(),
  profile: profileSchema,
  startedAt: instantMsSchema,
  endedAt: instantMsSchema.optional(),
  device: z.record(z.string(), z.string()).optional(),
})

/** The seed may switch a line in the past. */
const past = { at: instantMsSchema.optional() }
export const onOffSchema = lineCommands.highSpeed.extend(past)
export const serviceSwitchSchema = lineCommands.service.extend(past)
export const speedPolicySchema = lineCommands.speedPolicy.extend(past)
export const suspendSchema = lineCommands.suspend.extend(past)

/** The seed and tests say what traffic a new line makes. */
const traffic = { profile: profileSchema.optional() }
export const orderSchema = z.discriminatedUnion('kind', [
  carrierOrders.issueSim.extend(traffic),
  carrierOrders.issueEsim.extend(traffic),
  carrierOrders.changeKind.safeExtend(traffic),
  carrierOrders.switchOver,
  carrierOrders.portInComplete,
  carrierOrders.moveProfile,
  carrierOrders.moveSwitch,
  carrierOrders.moveBack,
  carrierOrders.moveCancel,
  carrierOrders.terminate,
  carrierOrders.handOver,
  carrierOrders.mnpNumber,
  carrierOrders.cancel,
])

export const mnpUseSchema = z.strictObject({
  number: phoneNumber,
  mnpNumber: z.string().regex(/^\d{10}$/),
})
/** A phone reads the code of an eSIM. */
export const phoneReadSchema = z.strictObject({
  activationCode: z.string().max(300),
  maker: z.string().max(40).optional(),
  name: z.string().max(80).optional(),
})
export const oneStopTokenSchema = z.strictObject({ number: phoneNumber })

export type RegisterLine = z.infer<typeof registerLineSchema>
export type CarrierOrder = z.infer<typeof orderSchema>
export type Profile = z.infer<typeof profileSchema>
export type SpeedMode = z.infer<typeof speedMode>
