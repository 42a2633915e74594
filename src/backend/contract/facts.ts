import { suspensionReasons, type SuspensionReason } from '#vocabulary/suspension.ts'
import type { ContractRow, LineRow } from '#backend/contract/contracts.ts'
import { linesOf, type OrderRow } from '#backend/contract/orders.ts'
import {
  contractCancellation,
  lineCancellation,
  submittedInitialCancel,
} from '#domain/cancellation/operation.ts'
import { isPlanCode, type PlanCode } from '#domain/catalogue/plan.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import { paperFact } from '#domain/document/operation.ts'
import type { ContractFacts, LineFacts } from '#domain/exclusion/facts.ts'
import type { StoredOrder } from '#domain/exclusion/stored-order.ts'
import { handoverFact } from '#domain/handover/operation.ts'
import { lineStates } from '#domain/line/line-states.ts'
import { phoneMoveFact } from '#domain/phone-move/operation.ts'
import { planSizeFact } from '#domain/plan-size/operation.ts'
import { portOutFact } from '#domain/port-out/operation.ts'
import { addOrderFacts, simChangeFacts } from '#domain/sim/operation.ts'

/** What the rules need to know of a contract; `orders` are those that count (findOrdersThatCount). */
export function factsFrom(
  contract: ContractRow,
  lines: readonly LineRow[],
  orders: readonly OrderRow[],
): ContractFacts {
  const stored = orders.map(toStoredOrder)
  return {
    state: contractStates.isState(contract.status) ? contract.status : contractStates.initial,
    suspension: suspensionOf(contract.suspension_reason),
    planCode: planCodeOf(contract),
    unpaid: contract.unpaid_since !== null || contract.suspension_reason === 'unpaid',
    lines: lines.map((line) => lineFacts(line, orders)),
    addOrders: addOrderFacts(stored),
    cancellation: contractCancellation(stored),
    initialCancelOrderNo: submittedInitialCancel(stored),
    planSize: planSizeFact(stored),
    paper: paperFact(stored),
    documentReceivedOn: contract.document_received_on ?? undefined,
    serviceStartedOn: contract.started_on ?? undefined,
    successionOpen: contract.succession_since !== null,
  }
}

/** @throws RangeError for a size the catalogue does not have: a defect of the code that wrote the row. */
export function planCodeOf(contract: ContractRow): PlanCode {
  if (!isPlanCode(contract.plan_code))
    throw new RangeError(`Contract ${contract.contract_id} has size ${contract.plan_code}`)
  return contract.plan_code
}

function lineFacts(line: LineRow, orders: readonly OrderRow[]): LineFacts {
  const own = orders.filter((order) => linesOf(order).includes(line.line_id)).map(toStoredOrder)
  return {
    lineId: line.line_id,
    kind: line.kind,
    state: lineStates.isState(line.status) ? line.status : lineStates.initial,
    suspension: suspensionOf(line.suspension_reason),
    simOrders: simChangeFacts(own),
    mnp: portOutFact(own),
    handover: handoverFact(own),
    phoneMove: phoneMoveFact(own),
    cancellation: lineCancellation(own),
    highSpeedChangedAt: line.high_speed_changed_at ?? undefined,
  }
}

function toStoredOrder(row: OrderRow): StoredOrder {
  return {
    orderNo: row.order_no,
    procedure: row.procedure,
    state: row.state,
    requestedAt: row.requested_at,
    effectiveOn: row.effective_on ?? undefined,
    undoUntil: row.undo_until ?? undefined,
    expectedOn: row.expected_on ?? undefined,
    details: row.details,
  }
}

function suspensionOf(text: string | null): SuspensionReason | undefined {
  return suspensionReasons.find((reason) => reason === text)
}
