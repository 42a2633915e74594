import type { SuspensionReason } from '#vocabulary/suspension.ts'
import { handoverStates } from '../handover/handover-states.ts'
import { isMoving } from '../phone-move/operation.ts'
import { mnpValidity } from '../policy/mnp-number.ts'
import type { CancellationState } from '../cancellation/cancellation-states.ts'
import type { PortOutState } from '../port-out/port-out-states.ts'
import { simOrderStates } from '../sim/order-states.ts'
import { isBefore, startOfDay, type Instant } from '../tokyo.ts'
import type {
  CancellationFact,
  ContractFacts,
  HandoverFact,
  LineFacts,
  PhoneMoveFact,
  PortOutFact,
  SimOrderFact,
} from './facts.ts'
import type { Blocker } from './matrix.ts'

/** One thing in progress, and what is known about its end. */
export type InProgress = {
  readonly blocker: Blocker
  /** None when it concerns the contract. */
  readonly lineId: string | undefined
  readonly orderNo?: string | undefined
  readonly suspension?: SuspensionReason | undefined
  readonly freeFrom?: Instant | undefined
  /** When the same thing may be wanted again, if that is later than the rest. */
  readonly repeatFrom?: Instant | undefined
}

const unpaid: InProgress = { blocker: 'unpaid', lineId: undefined }

/** All that is in progress on a contract at an instant. */
export function inProgress(facts: ContractFacts, now: Instant): readonly InProgress[] {
  return [
    ...suspended(facts.suspension, facts.state === 'suspended', undefined),
    ...(facts.unpaid ? [unpaid] : []),
    ...cancelling(facts.cancellation, undefined),
    ...facts.addOrders.filter(isOpenOrder).map((order) => orderOpen(order, undefined)),
    ...facts.lines.flatMap((line) => onLine(line, now)),
  ]
}

export function isOpenOrder({ state }: SimOrderFact): boolean {
  return state !== 'quoted' && !simOrderStates.isTerminal(state)
}

const bookedStates: readonly CancellationState[] = ['reserved', 'queued', 'awaiting_succession']

export function isBooked(cancellation: CancellationFact | undefined): boolean {
  return cancellation !== undefined && bookedStates.includes(cancellation.state)
}

const liveStates: readonly PortOutState[] = ['requested', 'issuing', 'issued']

/** Requested, being issued, or issued, and not past its last day: a second number cannot be had. */
export function isMnpLive(mnp: PortOutFact | undefined, now: Instant): boolean {
  if (mnp === undefined || !liveStates.includes(mnp.state)) return false
  return mnp.issuedOn === undefined || isBefore(now, mnpValidity(mnp.issuedOn).expiresAt)
}

function onLine(line: LineFacts, now: Instant): readonly InProgress[] {
  if (line.state === 'ended') return []
  const { lineId, mnp } = line
  const validity = mnp?.issuedOn === undefined ? undefined : mnpValidity(mnp.issuedOn)
  const live: InProgress = {
    blocker: 'mnpNumberLive',
    lineId,
    orderNo: mnp?.orderNo,
    freeFrom: validity?.expiresAt,
    repeatFrom: validity?.renewableAt,
  }
  return [
    ...suspended(line.suspension, line.state === 'suspended', lineId),
    ...cancelling(line.cancellation, lineId),
    ...(isMnpLive(mnp, now) ? [live] : []),
    ...handingOver(line.handover, lineId),
    ...line.simOrders.filter(isOpenOrder).map((order) => orderOpen(order, lineId)),
    ...moving(line.phoneMove, lineId),
  ]
}

function suspended(
  suspension: SuspensionReason | undefined,
  isSuspended: boolean,
  lineId: string | undefined,
): readonly InProgress[] {
  return isSuspended ? [{ blocker: 'suspended', lineId, suspension }] : []
}

function cancelling(
  cancellation: CancellationFact | undefined,
  lineId: string | undefined,
): readonly InProgress[] {
  return isBooked(cancellation)
    ? [{ blocker: 'cancellationBooked', lineId, orderNo: cancellation?.orderNo }]
    : []
}

function handingOver(handover: HandoverFact | undefined, lineId: string): readonly InProgress[] {
  return handover === undefined || handoverStates.isTerminal(handover.state)
    ? []
    : [{ blocker: 'handoverOpen', lineId, orderNo: handover.orderNo }]
}

function moving(move: PhoneMoveFact | undefined, lineId: string): readonly InProgress[] {
  return move === undefined || !isMoving(move)
    ? []
    : [{ blocker: 'simOrderOpen', lineId, orderNo: move.orderNo }]
}

function orderOpen(order: SimOrderFact, lineId: string | undefined): InProgress {
  return {
    blocker: order.kind === 'kindChange' ? 'kindChangeOpen' : 'simOrderOpen',
    lineId,
    orderNo: order.orderNo,
    freeFrom: order.expectedOn === undefined ? undefined : startOfDay(order.expectedOn),
  }
}
