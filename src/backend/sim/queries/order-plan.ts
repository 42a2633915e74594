import type { LineRow } from '#backend/contract/contracts.ts'
import { lineOf, type LoadedContract } from '#backend/contract/load.ts'
import type { Who } from '#backend/contract/who.ts'
import { holdUntil } from '#domain/account/new-device.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import type { Charge } from '#domain/billing/charge.ts'
import {
  autoSwitchAt,
  needsIdentity,
  procedureOfKind,
  type SimOrderRequest,
} from '#domain/sim/decide-sim-order.ts'
import { simOrderCosts } from '#domain/sim/sim-order-costs.ts'
import { addDays, startOfDay, toTokyoDate, type Instant, type TokyoDate } from '#domain/tokyo.ts'
import { holdHours } from '#vocabulary/proof.ts'

/** Ours: sent the day after the order, delivered the day after that. */
const DELIVERY_DAYS = 2

/** When a card ordered now should be in the letter box. */
export function expectedArrival(now: Instant): TokyoDate {
  return addDays(toTokyoDate(now), DELIVERY_DAYS)
}

/** The day on which the order is over at the latest, switched by the member or by itself. */
export function expectedEnd(isEsim: boolean, now: Instant): TokyoDate {
  return toTokyoDate(autoSwitchAt(isEsim ? now : startOfDay(expectedArrival(now))))
}

/** Everything an order comes to, worked out once: 確認, the order, the line and the carrier's request are made of it. */
export type SimOrderPlan = SimOrderRequest & {
  readonly procedure: (typeof procedureOfKind)[SimOrderRequest['order']]
  /** The line that gets another SIM; none for a further line. */
  readonly ownLine: LineRow | undefined
  readonly isEsim: boolean
  readonly identityRequired: boolean
  /** A line of another kind gets another number. */
  readonly numberChanges: boolean
  readonly costs: readonly Charge[]
  /** When the card should come, or the day of the order for a profile. */
  readonly arrivesOn: TokyoDate
  readonly endsOn: TokyoDate
}

/** When the carrier will be asked, where that is not at once. */
type Sent = { readonly sentAt?: Instant }

/** An order from a new device, or of staff's on behalf, is sent when its hold is over. */
export const sentBy = ({
  now,
  fromNewDevice,
}: Pick<Who, 'now' | 'fromNewDevice'>): Required<Sent> => ({
  sentAt: fromNewDevice === undefined ? now : holdUntil(now, holdHours.simOrder),
})

/** @throws RefusalError NOT_FOUND for a line that is not this contract's. */
export function planSimOrder(
  known: Pick<LoadedContract, 'lines'>,
  ordered: SimOrderRequest,
  { now, sentAt = now, book }: Sent & { readonly now: Instant; readonly book: PriceBook },
): SimOrderPlan {
  const { order, lineId, simSize } = ordered
  const today = toTokyoDate(now)
  const isEsim = simSize === 'esim'
  return {
    ...ordered,
    procedure: procedureOfKind[order],
    ownLine: lineId === undefined ? undefined : lineOf(known, lineId),
    isEsim,
    identityRequired: needsIdentity(ordered, 'not_required', today),
    numberChanges: order === 'kindChange',
    costs: simOrderCosts(order, simSize, today, book),
    arrivesOn: isEsim ? toTokyoDate(sentAt) : expectedArrival(sentAt),
    endsOn: expectedEnd(isEsim, sentAt),
  }
}
