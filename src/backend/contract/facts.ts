import { z } from 'zod'
import { lineKinds } from '#vocabulary/line.ts'
import type { OrderProcedure } from '#vocabulary/operation.ts'
import { suspensionReasons, type SuspensionReason } from '#vocabulary/suspension.ts'
import type { ContractRow, LineRow } from '#backend/contract/contracts.ts'
import { linesOf, type OrderRow } from '#backend/contract/orders.ts'
import { isPlanCode, type PlanCode } from '#domain/catalogue/plan.ts'
import { cancellationStates } from '#domain/cancellation/cancellation-states.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import { paperStates } from '#domain/document/paper-states.ts'
import type {
  CancellationFact,
  ContractFacts,
  LineFacts,
  PlanSizeFact,
  PortOutFact,
  SimOrderFact,
  SimOrderKind,
} from '#domain/exclusion/facts.ts'
import { lineStates } from '#domain/line/line-states.ts'
import { planSizeStates } from '#domain/plan-size/booking-states.ts'
import { portOutStates } from '#domain/port-out/port-out-states.ts'
import { simOrderStates } from '#domain/sim/order-states.ts'
import { policy } from '#domain/policy/cut-off.ts'
import { isTokyoDate } from '#domain/tokyo.ts'

/** What the rules need to know of a contract; `orders` are those that count (findOrdersThatCount). */
export function factsFrom(
  contract: ContractRow,
  lines: readonly LineRow[],
  orders: readonly OrderRow[],
): ContractFacts {
  const state = contractStates.isState(contract.status) ? contract.status : contractStates.initial
  const paper = ordersOf(orders, 'paperCopy').at(-1)?.state ?? 'none'
  return {
    state,
    suspension: suspensionOf(contract.suspension_reason),
    planCode: planCodeOf(contract),
    unpaid: contract.unpaid_since !== null || contract.suspension_reason === 'unpaid',
    lines: lines.map((line) => lineFacts(line, orders)),
    addOrders: ordersOf(orders, 'simAdd').map(simOrderFact),
    cancellation: cancellationFact(ordersOf(orders, 'contractCancel').at(-1)),
    planSize: planSizeFact(ordersOf(orders, 'planSizeChange').at(-1)),
    paper: paperStates.isState(paper) ? paper : 'none',
    documentReceivedOn: contract.document_received_on ?? undefined,
    serviceStartedOn: contract.started_on ?? undefined,
  }
}

/** @throws RangeError for a size the catalogue does not have: a defect of whoever wrote the row. */
export function planCodeOf(contract: ContractRow): PlanCode {
  if (!isPlanCode(contract.plan_code))
    throw new RangeError(`Contract ${contract.contract_id} has size ${contract.plan_code}`)
  return contract.plan_code
}

function lineFacts(line: LineRow, orders: readonly OrderRow[]): LineFacts {
  const own = orders.filter((order) => linesOf(order).includes(line.line_id))
  return {
    lineId: line.line_id,
    kind: line.kind,
    state: lineStates.isState(line.status) ? line.status : lineStates.initial,
    suspension: suspensionOf(line.suspension_reason),
    simOrders: ordersOf(own, 'simReissue', 'simKindChange').map(simOrderFact),
    mnp: portOutFact(ordersOf(own, 'portOut').at(-1)),
    cancellation: cancellationFact(ordersOf(own, 'lineCancel').at(-1)),
    highSpeedChangedAt: line.high_speed_changed_at ?? undefined,
  }
}

function ordersOf(orders: readonly OrderRow[], ...names: readonly OrderProcedure[]): OrderRow[] {
  return orders.filter(({ procedure }) => names.includes(procedure))
}

const simKinds: Partial<Record<OrderRow['procedure'], SimOrderKind>> = {
  simAdd: 'add',
  simReissue: 'reissue',
  simKindChange: 'kindChange',
}

function simOrderFact(order: OrderRow): SimOrderFact {
  return {
    orderNo: order.order_no,
    kind: simKinds[order.procedure] ?? 'reissue',
    state: simOrderStates.isState(order.state) ? order.state : simOrderStates.initial,
    expectedOn: order.expected_on ?? undefined,
    toKind: wishedKind.safeParse(order.details['wish']).data?.kind,
  }
}

const wishedKind = z.object({ kind: z.enum(lineKinds) })

function portOutFact(order: OrderRow | undefined): PortOutFact | undefined {
  if (order === undefined || !portOutStates.isState(order.state)) return undefined
  const { issuedOn } = order.details
  return {
    orderNo: order.order_no,
    state: order.state,
    issuedOn: typeof issuedOn === 'string' && isTokyoDate(issuedOn) ? issuedOn : undefined,
  }
}

function cancellationFact(order: OrderRow | undefined): CancellationFact | undefined {
  if (order === undefined || !cancellationStates.isState(order.state)) return undefined
  return {
    orderNo: order.order_no,
    state: order.state,
    // A booking that was queued before its day was kept: the day counts from the wish all the same.
    lastDay: order.effective_on ?? policy.cancellation(order.requested_at).effectiveOn,
  }
}

function planSizeFact(order: OrderRow | undefined): PlanSizeFact | undefined {
  if (order === undefined || !planSizeStates.isState(order.state)) return undefined
  const { toPlan } = order.details
  const known = typeof toPlan === 'number' && isPlanCode(toPlan)
  if (!known || order.effective_on === null || order.undo_until === null) return undefined
  return {
    orderNo: order.order_no,
    state: order.state,
    planCode: toPlan,
    effectiveOn: order.effective_on,
    undoUntil: order.undo_until,
  }
}

function suspensionOf(text: string | null): SuspensionReason | undefined {
  return suspensionReasons.find((reason) => reason === text)
}
