import type { AreaDeps } from '#backend/area.ts'
import { findRow } from '#backend/db/rows.ts'
import { lookUpRefundJob } from './refund-credit.ts'
import { lookUpPaymentJob } from './pay-bill.ts'

/**
 * The card processor reports what became of a charge or a refund. It only says that looking is worth while: amount and
 * result are asked of the processor itself, so that a forged, repeated or wrong report changes nothing. While somebody
 * still waits for the answer of the call there is nothing to look up.
 */
export async function takeCardReport(
  { database: { db }, queue }: Pick<AreaDeps, 'database' | 'queue'>,
  { type, orderId }: { type: 'charge' | 'refund'; orderId: string },
): Promise<void> {
  if (type === 'charge') {
    const payment = await findRow(db, 'payment', { order_id: orderId }, 'state')
    if (payment?.state === 'unknown') await queue.send(db, lookUpPaymentJob, { orderId })
    return
  }
  const refund = await findRow(db, 'refund', { refund_id: orderId }, 'state')
  if (refund?.state === 'unknown') await queue.send(db, lookUpRefundJob, { refundId: orderId })
}
