import { findHeldOptions } from '#backend/contract/options.ts'
import { finalBillOf, unpaidYen } from '#backend/billing/public.ts'
import { newExchangeId, askOfLine } from '#backend/carrier/exchange.ts'
import type { LineRow } from '#backend/contract/contracts.ts'
import { lineOf, loadContract, type LoadedContract } from '#backend/contract/load.ts'
import { remainingInstalmentsYen } from '#backend/contract/terminals.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import { requireConditions } from '#backend/procedure/conditions.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { requireOk } from '#backend/refusal.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { decidePortOut } from '#domain/port-out/decide-port-out.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'
import type { PortOutOrder } from './details.ts'
import { portOut } from './procedure.ts'
import { estimatePortOut } from './estimate.ts'
import { portOutMessage } from './messages.ts'
import type { PortOutProgress } from './progress.ts'

export type PortOutDeps = PortOutProgress & {
  queue: JobQueue
  book: PriceBook
}

/** What it costs to take the number of a line along. */
export async function loadEstimate(
  db: Db,
  { sealing, book }: Pick<PortOutDeps, 'sealing' | 'book'>,
  known: LoadedContract,
  line: LineRow,
  now: Instant,
) {
  const { contract, lines, facts } = known
  const contractId = contract.contract_id
  const owed = {
    isUnpaid: facts.unpaid,
    unpaidYen: await unpaidYen(db, contractId),
    remainingInstalmentsYen: await remainingInstalmentsYen(db, contractId, now),
  }
  // As if it were ported today: the month is charged whole, the fees for a number that is gone at its end are not.
  const finalBill = await finalBillOf(db, contractId, [line.line_id], toTokyoDate(now), book)
  const held = await findHeldOptions(db, known, now)
  return estimatePortOut({ contract, lines, held, line, owed, finalBill, sealing, book }, now)
}

/**
 * Orders an MNP number for a voice line. It cannot be taken back: it is used or it expires.
 * @throws RefusalError of the exclusion matrix, NOT_VOICE_LINE, MNP_NUMBER_COOLDOWN, CONDITIONS_CHANGED
 */
export async function requestNumber(
  tx: Db,
  deps: PortOutDeps,
  who: Who,
  wish: { lineId: string; conditions: string },
): Promise<PortOutOrder> {
  const { contractId, now } = who
  const { lineId } = wish
  const known = await loadContract(tx, contractId, { lock: true })
  const line = lineOf(known, lineId)
  requireOk(decidePortOut({ type: 'request' }, known.facts, lineId, now))
  const estimate = await loadEstimate(tx, deps, known, line, now)
  requireConditions(wish.conditions, estimate)

  const exchangeId = newExchangeId()
  const order = await deps.commit.order(tx, who, {
    procedure: portOut,
    step: portOut.open({
      lineId,
      procedure: 'portOut',
      event: 'requested',
      details: {
        exchangeId,
        estimate: { ...estimate, why: { allowed: true } },
        nextSteps: [
          nextStep('数分で発行されます。番号はマイページに表示し、発行をメールでお知らせします。'),
        ],
      },
    }),
    audit: { action: 'mnp-number-requested', details: { line: lineId } },
    message: (told) => portOutMessage('requested', told),
  })
  const request = { type: 'order', kind: 'mnp-number', fields: {} } as const
  await askOfLine(tx, deps.queue, line, request, { orderNo: order.order_no, exchangeId, now })
  return order
}
