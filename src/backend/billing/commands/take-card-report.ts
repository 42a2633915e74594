import type { AreaDeps } from '#backend/area.ts'
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
    const payment = await db
      .selectFrom('payment')
      .select('state')
      .where('order_id', '=', orderId)
      .executeTakeFirst()
    if (payment?.state === 'unknown') await queue.send(db, lookUpPaymentJob, { orderId })
    return
  }
  const refund = await db
    .selectFrom('refund')
    .select('state')
    .where('refund_id', '=', orderId)
    .executeTakeFirst()
  if (refund?.state === 'unknown') await queue.send(db, lookUpRefundJob, { refundId: orderId })
}
