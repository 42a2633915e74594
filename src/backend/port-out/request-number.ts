import { recordAudit } from '#backend/audit.ts'
import { newExchangeId, requestExchange } from '#backend/carrier/exchange.ts'
import {
  findContract,
  findLine,
  findLines,
  lockContract,
  type LineRow,
} from '#backend/contract/contracts.ts'
import { loadFacts } from '#backend/contract/facts.ts'
import { finalBillOf } from '#backend/contract/final-bill.ts'
import { permissionFor } from '#backend/contract/permissions.ts'
import { remainingInstalmentsYen } from '#backend/contract/terminals.ts'
import { auditOf, type Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import { requireConditions } from '#backend/procedure/conditions.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { endOfMonth, toTokyoMonth, type Instant } from '#domain/tokyo.ts'
import type { PortOutOrder } from './details.ts'
import { portOut } from './procedure.ts'
import { estimatePortOut } from './estimate.ts'
import { postPortOutMessage } from './messages.ts'
import type { PortOutProgress } from './progress.ts'

export type PortOutDeps = PortOutProgress & {
  queue: JobQueue
  /** What is overdue of the contract's bills, in yen; the bills' area knows. */
  unpaidYen: (db: Db, contractId: string) => Promise<number>
}

/** What it costs to take the number of a line along. */
export async function loadEstimate(
  db: Db,
  { sealing, unpaidYen }: Pick<PortOutDeps, 'sealing' | 'unpaidYen'>,
  contractId: string,
  line: LineRow,
  now: Instant,
) {
  const { unpaid: isUnpaid } = await loadFacts(db, contractId)
  const owed = {
    isUnpaid,
    unpaidYen: await unpaidYen(db, contractId),
    remainingInstalmentsYen: await remainingInstalmentsYen(db, contractId, now),
  }
  const contract = await findContract(db, contractId)
  const lines = await findLines(db, contractId)
  const finalBill = await finalBillOf(db, contract, lines, endOfMonth(toTokyoMonth(now)))
  return estimatePortOut({ contract, lines, line, owed, finalBill, sealing }, now)
}

/**
 * Orders an MNP number for a voice line. It cannot be taken back: it is used or it expires.
 * @throws Refusal of the exclusion matrix, NOT_VOICE_LINE, MNP_NUMBER_COOLDOWN, CONDITIONS_CHANGED
 */
export async function requestNumber(
  tx: Db,
  deps: PortOutDeps,
  who: Who,
  wish: { lineId: string; conditions: string },
): Promise<PortOutOrder> {
  const { contractId, accountId, now } = who
  const { lineId } = wish
  await lockContract(tx, contractId)
  await permissionFor(tx, contractId, 'portOut', { now, lineId })
  const line = await findLine(tx, contractId, lineId)
  const estimate = await loadEstimate(tx, deps, contractId, line, now)
  requireConditions(wish.conditions, estimate)

  const exchangeId = newExchangeId()
  const order = await portOut.open(tx, {
    contractId,
    lineId,
    procedure: 'portOut',
    event: 'requested',
    actor: 'member',
    now,
    details: {
      exchangeId,
      estimate: { ...estimate, why: { allowed: true } },
      nextSteps: [
        nextStep('数分で発行されます。番号はマイページに表示し、発行をメールでお知らせします。'),
      ],
    },
  })
  await requestExchange(tx, deps.queue, {
    contractId,
    lineId,
    orderNo: order.order_no,
    exchangeId,
    request: { type: 'order', lineRef: line.carrier_ref, kind: 'mnp-number', fields: {} },
    now,
  })
  await recordAudit(tx, {
    ...auditOf(who, { line: lineId }),
    action: 'mnp-number-requested',
    target: order.order_no,
  })
  await postPortOutMessage(tx, deps, { accountId, order }, 'requested', now)
  return order
}
