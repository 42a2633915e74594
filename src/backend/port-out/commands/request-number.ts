import { askOfLine, newExchangeId } from '#backend/carrier/exchange.ts'
import { lineOf, loadContract } from '#backend/contract/load.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { requireConditions } from '#backend/procedure/conditions.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import { requireOk } from '#backend/refusal.ts'
import { decidePortOut } from '#domain/port-out/decide-port-out.ts'
import { portOutMessage } from '../messages.ts'
import { portOut } from '../procedure.ts'
import { estimatePortOut } from '../queries/estimate.ts'
import type { PortOutOrder } from '../rows.ts'

type Deps = Pick<ProcedureDeps, 'engine' | 'queue' | 'sealing' | 'book'>

/**
 * Orders an MNP number for a voice line. It cannot be taken back: it is used or it expires.
 * @throws RefusalError of the exclusion matrix, NOT_VOICE_LINE, MNP_NUMBER_COOLDOWN, CONDITIONS_CHANGED
 */
export async function requestNumber(
  tx: Db,
  deps: Deps,
  who: Who,
  { lineId, conditions }: { lineId: string; conditions: string },
): Promise<PortOutOrder> {
  const { contractId, now } = who
  const known = await loadContract(tx, contractId, { lock: true })
  const line = lineOf(known, lineId)
  requireOk(decidePortOut({ type: 'request' }, known.facts, lineId, now))
  const estimate = await estimatePortOut(tx, deps, known, line, now)
  requireConditions(conditions, estimate)

  const exchangeId = newExchangeId()
  const order = await takeOrderStep(tx, deps.engine, who, {
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
    message: (facts) => portOutMessage('requested', facts),
  })
  const request = { type: 'order', kind: 'mnp-number', fields: {} } as const
  await askOfLine(tx, deps.queue, line, request, { orderNo: order.order_no, exchangeId, now })
  return order
}
