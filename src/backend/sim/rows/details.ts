import { z } from 'zod'
import { commonDetails, type Order } from '#backend/procedure/define.ts'
import type { SimOrderState } from '#domain/sim/order-states.ts'
import { lineKinds, reissueReasons, simSizes } from '#vocabulary/line.ts'
import { optionCodes } from '#vocabulary/option.ts'
import { portInRefusals } from '#vocabulary/port-in.ts'
import { suspensionReasons } from '#vocabulary/suspension.ts'

export const simProcedures = ['simAdd', 'simReissue', 'simKindChange', 'lineOpen'] as const

/** Ours: an order whose identity check is not passed by then is dropped. */
const IDENTITY_DAYS = 14

const instant = z.union([
  z.instanceof(Temporal.Instant),
  z.string().transform((text) => Temporal.Instant.from(text)),
])

/** What an order for a SIM keeps beside its state; the EID and the address are sealed in the exchange. */
export const simOrderDetails = commonDetails.extend({
  wish: z.object({
    order: z.enum(['add', 'reissue', 'kindChange']),
    kind: z.enum(lineKinds),
    simSize: z.enum(simSizes),
  }),
  reason: z.enum(reissueReasons).optional(),
  /** What the line was before; none for a further line. */
  fromKind: z.enum(lineKinds).optional(),
  fromSize: z.enum(simSizes).optional(),
  /** Blind index of the eSIM chip: one chip, one order at a time. */
  eidIndex: z.string().optional(),
  termsVersion: z.string().optional(),
  /** What will be asked of the carrier once the identity check is passed. */
  prepared: z
    .object({
      exchangeId: z.string(),
      carrierRequest: z.object({
        kind: z.string(),
        fields: z.record(z.string(), z.unknown()),
        sealedFields: z.string(),
      }),
    })
    .nullish(),
  /** The order at the carrier, once it has been asked for. */
  exchangeId: z.string().optional(),
  /** When the carrier was asked, where that was later than the order. */
  askedAt: instant.optional(),
  carrierAnswer: z.string().nullish(),
  /** Since when the switch-over can be had. */
  readyAt: instant.optional(),
  /** The hour the member chose. */
  switchAt: instant.optional(),
  switchAskedAt: instant.nullish(),
  switchAnswer: z.enum(['accepted', 'rejected', 'unknown']).nullish(),
  switchBy: z.enum(['member', 'system']).optional(),
  switchAttempts: z.int().default(0),
  /** Why the line was stopped when it was switched over: a stop goes on, and the new SIM is of no use until it is lifted. */
  switchedWhile: z.enum(suspensionReasons).optional(),
  /** `manual`: the check is with our staff, and the member can only wait. */
  identityState: z.string().optional(),
  /** When staff asked for other documents: the time to show them runs from there. */
  identityAskedAt: instant.optional(),
  /** A number that comes from another carrier, sealed with what that carrier gave for it. */
  portIn: z
    .object({
      sealed: z.string(),
      attempts: z.int().default(1),
      /** Why the other carrier does not let go of it: waits for another reservation, or for a new number. */
      refused: z.enum(portInRefusals).nullish(),
    })
    .nullish(),
  /** Of a line of a new contract: what its application chose with it. */
  chosenOptions: z
    .array(
      z.object({
        code: z.enum(optionCodes),
        termsVersion: z.string(),
        settings: z.string().optional(),
      }),
    )
    .optional(),
  cancelAskedAt: instant.nullish(),
  /** Set while the carrier has the question; asked again under another id after a refusal. */
  cancelSentAt: instant.nullish(),
  cancelAttempts: z.int().default(0),
  trackingNo: z.string().optional(),
  tracking: z.object({ carrierName: z.string(), trackingNo: z.string() }).optional(),
})

export type SimOrder = Order<
  (typeof simProcedures)[number],
  SimOrderState,
  z.output<typeof simOrderDetails>
>

const openings: ReadonlySet<string> = new Set([
  'lineOpen',
] satisfies (typeof simProcedures)[number][])

/** Of a new contract: the line is opened with its application. */
export const isLineOpening = ({ procedure }: { readonly procedure: string }) =>
  openings.has(procedure)

export function identityExpiry({
  requested_at: requestedAt,
  details,
}: Pick<SimOrder, 'requested_at' | 'details'>): Temporal.Instant {
  return (details.identityAskedAt ?? requestedAt).add({ hours: 24 * IDENTITY_DAYS })
}
