import { dropExchanges } from '#backend/carrier/held-exchanges.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Instant } from '#domain/tokyo.ts'

/**
 * The hold of what has come to its end otherwise is over with it: it is told of no longer, cannot be stopped, and what
 * waited for the carrier is never sent. Run where orders and changes of the profile end; of one that is not held, or was
 * decided before, nothing changes.
 */
export async function endHold(tx: Db, orderNo: string, now: Instant): Promise<void> {
  await tx
    .updateTable('hold')
    .set({ state: 'withdrawn', decided_at: now })
    .where('order_no', '=', orderNo)
    .where('state', '=', 'held')
    .execute()
  await dropExchanges(tx, orderNo, now)
}
