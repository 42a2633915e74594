import { findContract } from '#backend/contract/contracts.ts'
import type { OrderRow } from '#backend/contract/orders.ts'
import type { Db } from '#backend/db/connect.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { undoPathOf } from '#backend/procedure/undoing.ts'
import { notifyMember } from '#backend/step/record-change.ts'
import type { Instant } from '#domain/tokyo.ts'
import { undoLimitMessage } from '../messages.ts'

/** Ours: a day before, an hour's orders in each hour. */
const HOURS_BEFORE = 24
/** Who has booked a moment ago has just read the limit. */
const BOOKED_HOURS = 48

/**
 * Notifies who can still take a booking back that the limit is a day away: on devices and in my page, not by mail. A second
 * run for the same hour notifies nobody.
 */
export async function notifyUndoLimits(
  deps: Pick<ProcedureDeps, 'database' | 'outbox' | 'procedures'>,
  now: Instant,
): Promise<void> {
  const { db } = deps.database
  for (const order of await ordersNearLimit(db, now)) {
    const procedure = deps.procedures.of(order)
    if (order.undo_until === null || undoPathOf(procedure, order, now) === undefined) continue
    const { account_id: accountId } = await findContract(db, order.contract_id)
    const message = undoLimitMessage({
      accountId,
      orderNo: order.order_no,
      title: procedure.title(order),
      until: order.undo_until,
    })
    await db.transaction().execute((tx) => notifyMember(tx, deps, message, now))
  }
}

function ordersNearLimit(db: Db, now: Instant): Promise<OrderRow[]> {
  const limit = now.add({ hours: HOURS_BEFORE })
  return db
    .selectFrom('procedure_order')
    .selectAll()
    .where('closed_at', 'is', null)
    .where('undo_until', '>', limit.subtract({ hours: 1 }))
    .where('undo_until', '<=', limit)
    .where('requested_at', '<', limit.subtract({ hours: BOOKED_HOURS }))
    .orderBy('order_no')
    .execute()
}
