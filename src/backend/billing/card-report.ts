import type { AreaDeps } from '#backend/area.ts'
import { lookUpPaymentJob } from './single-pay.ts'

/**
 * The card processor reports what became of a charge. It only says that looking is worth while: amount and result are
 * asked of the processor itself, so that a forged, repeated or wrong report changes nothing. While somebody still waits
 * for the answer of the call there is nothing to look up.
 */
export async function takeCardReport(
  { database: { db }, queue }: Pick<AreaDeps, 'database' | 'queue'>,
  { orderId }: { orderId: string },
): Promise<void> {
  const payment = await db
    .selectFrom('payment')
    .select('state')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  if (payment?.state === 'unknown') await queue.send(db, lookUpPaymentJob, { orderId })
}
