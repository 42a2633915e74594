import { bookCharges } from '#backend/contract/booked-charges.ts'
import { loadContract } from '#backend/contract/load.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { requireConditions } from '#backend/procedure/conditions.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import { requireOk } from '#backend/refusal.ts'
import { paperOrderedMessage } from '../messages.ts'
import { paperCopy, type PaperOrder } from '../procedure.ts'
import { estimatePaper, paperFee } from '../queries/paper.ts'

/** Orders a paper copy and books its fee. @throws RefusalError what the rules refuse, CONDITIONS_CHANGED */
export async function orderPaper(
  tx: Db,
  { sealing, engine, book }: Pick<ProcedureDeps, 'sealing' | 'engine' | 'book'>,
  who: Who,
  { docId, conditions }: { docId: string; conditions: string },
): Promise<PaperOrder> {
  const { contractId, now } = who
  const known = await loadContract(tx, contractId, { lock: true })
  const { may, ...offered } = await estimatePaper(tx, { sealing, book }, known, docId, now)
  requireOk(may)
  requireConditions(conditions, offered)
  const { expectedOn, title: documentTitle } = offered
  const feeYen = offered.oneOff.totalYen
  const order = await takeOrderStep(tx, engine, who, {
    procedure: paperCopy,
    step: paperCopy.open({
      procedure: 'paperCopy',
      event: 'ordered',
      expectedOn,
      details: {
        docId,
        documentTitle,
        feeYen,
        estimate: { ...offered, why: { allowed: true } },
        nextSteps: [nextStep('お届けの予定です。', expectedOn)],
      },
    }),
    audit: { action: 'paper-copy-ordered' },
    message: (facts) => paperOrderedMessage({ ...facts, documentTitle, feeYen }),
  })
  const key = { contractId, orderNo: order.order_no, lineId: undefined }
  await bookCharges(tx, key, [paperFee(book, now)], now)
  return order
}
