import { lineKinds, simSizes, type ReissueReason } from '#vocabulary/line.ts'
import { z } from 'zod'
import type { OrderProcedure } from '#backend/order/order-machines.ts'
import type { OrderRow } from '#backend/order/orders.ts'
import type { SimOrderKind } from '#domain/exclusion/facts.ts'
import type { SimOrderWish } from '#domain/sim/decide-sim-order.ts'

/** What the form asked for. `kind` is the kind the line is to have. */
export type SimWish = SimOrderWish & {
  readonly reason?: ReissueReason | undefined
  readonly nickname?: string | undefined
}

export const procedureOfWish = {
  add: 'simAdd',
  reissue: 'simReissue',
  kindChange: 'simKindChange',
} as const satisfies Record<SimOrderKind, OrderProcedure>

export const simProcedures = ['simAdd', 'simReissue', 'simKindChange'] as const

export function isSimOrder(order: OrderRow): boolean {
  return simProcedures.some((one) => one === order.procedure)
}

const instantText = z.string().transform((text) => Temporal.Instant.from(text))

/** What an order of ours keeps beside its state; the EID and the address lie sealed in the exchange. */
const simOrderDetails = z.object({
  wish: z.object({
    order: z.enum(['add', 'reissue', 'kindChange']),
    kind: z.enum(lineKinds),
    simSize: z.enum(simSizes),
  }),
  /** The order at the carrier, once it has been asked for. */
  exchangeId: z.string().optional(),
  sealedParcel: z.string().optional(),
  /** Since when the switch-over can be had. */
  readyAt: instantText.optional(),
  /** The hour the member chose. */
  switchAt: instantText.optional(),
  switchAskedAt: instantText.nullish(),
  switchAnswer: z.enum(['accepted', 'rejected', 'unknown']).nullish(),
  switchBy: z.enum(['member', 'system']).optional(),
  switchAttempts: z.int().default(0),
  /** `manual`: the check is with somebody of ours, and the member can only wait. */
  identityState: z.string().optional(),
  cancelAskedAt: instantText.nullish(),
  /** Set while the carrier has the question; asked again under another id after a refusal. */
  cancelSentAt: instantText.nullish(),
  cancelAttempts: z.int().default(0),
  trackingNo: z.string().optional(),
})

export type SimOrderDetails = z.output<typeof simOrderDetails>

/** Ours: an order whose identity check is not passed by then is dropped. */
const IDENTITY_DAYS = 14

export function identityExpiry(order: OrderRow): Temporal.Instant {
  return order.requested_at.add({ hours: 24 * IDENTITY_DAYS })
}

export function detailsOf(order: OrderRow): SimOrderDetails {
  return simOrderDetails.parse(order.details)
}
