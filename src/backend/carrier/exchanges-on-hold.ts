import type { Db } from '#backend/db/connect.ts'
import { updateRows } from '#backend/db/rows.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import type { Instant } from '#domain/tokyo.ts'
import { carrierExchangeJob } from './exchange.ts'

type OfOrder = { readonly contractId: string; readonly orderNo: string }

/** What an order has asked of the carrier and was not sent yet waits with the order. */
export async function holdExchanges(tx: Db, { contractId, orderNo }: OfOrder): Promise<void> {
  await updateRows(
    tx,
    'carrier_exchange',
    { contract_id: contractId, order_no: orderNo, state: 'requested' },
    { state: 'held' },
  )
}

/** It goes out now. */
export async function releaseExchanges(
  tx: Db,
  queue: JobQueue,
  { contractId, orderNo }: OfOrder,
  now: Instant,
): Promise<void> {
  const waiting = await tx
    .updateTable('carrier_exchange')
    .set({ state: 'requested', answer: null, changed_at: now })
    .where('contract_id', '=', contractId)
    .where('order_no', '=', orderNo)
    .where('state', '=', 'held')
    .returning('exchange_id')
    .execute()
  for (const { exchange_id: exchangeId } of waiting)
    await queue.send(tx, carrierExchangeJob, { exchangeId })
}

/** It never goes out. */
export async function dropExchanges(tx: Db, orderNo: string, now: Instant): Promise<void> {
  await updateRows(
    tx,
    'carrier_exchange',
    { order_no: orderNo, state: 'held' },
    { state: 'rejected', answer: JSON.stringify({ reason: 'STOPPED' }), changed_at: now },
  )
}
