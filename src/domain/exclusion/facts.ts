import type { LineKind } from '#vocabulary/line.ts'
import type { SuspensionReason } from '#vocabulary/suspension.ts'
import type { PlanCode } from '../catalogue/plan.ts'
import type { CancellationState } from '../cancellation/cancellation-states.ts'
import type { ContractState } from '../contract/contract-states.ts'
import type { PaperState } from '../document/paper-states.ts'
import type { Lock } from '../lock/lock.ts'
import type { HandoverState } from '../handover/handover-states.ts'
import type { LineState } from '../line/line-states.ts'
import type { PlanSizeState } from '../plan-size/booking-states.ts'
import type { PhoneMoveState } from '../phone-move/move-states.ts'
import type { PortOutState } from '../port-out/port-out-states.ts'
import type { SimOrderState } from '../sim/order-states.ts'
import type { Instant, TokyoDate } from '../tokyo.ts'

export const simOrderKinds = ['add', 'reissue', 'kindChange'] as const
export type SimOrderKind = (typeof simOrderKinds)[number]

export type SimOrderFact = {
  readonly orderNo: string
  readonly kind: SimOrderKind
  readonly state: SimOrderState
  readonly expectedOn?: TokyoDate | undefined
  /** The kind the line will have once the order is over; only for a change of kind. */
  readonly toKind?: LineKind | undefined
}

export type CancellationFact = {
  readonly orderNo: string
  readonly state: CancellationState
  /** Known from the request on, also while it is queued; not while a succession is awaited. */
  readonly lastDay?: TokyoDate | undefined
}

export type PortOutFact = {
  readonly orderNo: string
  readonly state: PortOutState
  /** First of the days it is valid: known once the number is issued, or with a one-stop consent. */
  readonly issuedOn?: TokyoDate | undefined
}

/** A line that is handed to a member of the family. */
export type HandoverFact = {
  readonly orderNo: string
  readonly state: HandoverState
  /** Known once it is accepted. */
  readonly lastDay?: TokyoDate | undefined
}

/** A line on its way to another phone; only while the order is open. */
export type PhoneMoveFact = {
  readonly orderNo: string
  readonly state: PhoneMoveState
  /** Until when it can go back; known once it is switched over. */
  readonly undoUntil?: Instant | undefined
}

export type PlanSizeFact = {
  readonly orderNo: string
  readonly state: PlanSizeState
  readonly planCode: PlanCode
  readonly effectiveOn: TokyoDate
  readonly undoUntil: Instant
  /** The booking before it, whose cut-off is over: it takes effect first. */
  readonly settled?: Omit<PlanSizeFact, 'settled'> | undefined
}

export type LineFacts = {
  readonly lineId: string
  readonly kind: LineKind
  readonly state: LineState
  readonly suspension?: SuspensionReason | undefined
  readonly simOrders: readonly SimOrderFact[]
  readonly mnp?: PortOutFact | undefined
  readonly handover?: HandoverFact | undefined
  readonly phoneMove?: PhoneMoveFact | undefined
  readonly cancellation?: CancellationFact | undefined
  readonly highSpeedChangedAt?: Instant | undefined
}

/** Everything the rules need to know of a contract; the service loads it, the rules only read it. */
export type ContractFacts = {
  readonly state: ContractState
  readonly suspension?: SuspensionReason | undefined
  readonly planCode: PlanCode
  /** A bill is overdue. */
  readonly unpaid: boolean
  readonly lines: readonly LineFacts[]
  /** Orders for further lines. */
  readonly addOrders: readonly SimOrderFact[]
  readonly cancellation?: CancellationFact | undefined
  /** Submitted, and the contract has not been ended yet: the number of its order. */
  readonly initialCancelOrderNo?: string | undefined
  readonly planSize?: PlanSizeFact | undefined
  readonly paper: PaperState
  readonly documentReceivedOn?: TokyoDate | undefined
  /** Those the member has ever set. */
  readonly locks?: readonly Lock[] | undefined
  readonly serviceStartedOn?: TokyoDate | undefined
  /** An heir has asked to take the contract over or to end it, and nothing has been decided. */
  readonly successionOpen?: boolean | undefined
}
