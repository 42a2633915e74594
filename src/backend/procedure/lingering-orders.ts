import type { Db } from '#backend/db/connect.ts'
import type { Log } from '#backend/log.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'
import type { Registry } from './registry.ts'

export type LingeringOrder = {
  contractId: string
  orderNo: string
  procedure: string
  state: string
  since: Instant
  /** Its expected end has passed, or the carrier gave no answer: staff should look at it. */
  overdue: boolean
}

const LISTED_AFTER_HOURS = 24

/** Every order at the carrier that has been open for longer than a day. */
export async function findLingeringOrders(
  db: Db,
  procedures: Registry,
  now: Instant,
): Promise<LingeringOrder[]> {
  const today = toTokyoDate(now)
  const rows = await db
    .selectFrom('procedure_order as ordered')
    .leftJoin('carrier_exchange as exchange', (join) =>
      join
        .onRef('exchange.order_no', '=', 'ordered.order_no')
        .on('exchange.state', 'in', ['requested', 'sent', 'unknown']),
    )
    .select([
      'ordered.contract_id',
      'ordered.order_no',
      'ordered.procedure',
      'ordered.state',
      'ordered.requested_at',
      'ordered.expected_on',
      'exchange.exchange_id',
    ])
    .distinctOn(['ordered.contract_id', 'ordered.order_no'])
    .where('ordered.closed_at', 'is', null)
    .where(
      'ordered.procedure',
      'in',
      procedures.namesWhere(({ carrierServed }) => carrierServed),
    )
    .where('ordered.requested_at', '<=', now.subtract({ hours: LISTED_AFTER_HOURS }))
    .orderBy('ordered.contract_id')
    .orderBy('ordered.order_no')
    .execute()
  return rows.map((row) => ({
    contractId: row.contract_id,
    orderNo: row.order_no,
    procedure: row.procedure,
    state: row.state,
    since: row.requested_at,
    overdue: row.exchange_id !== null || (row.expected_on !== null && row.expected_on < today),
  }))
}

/** Logs once a day which orders staff should look at (docs/operations.md). */
export async function logLingeringOrders(
  { database, procedures, log }: { database: { db: Db }; procedures: Registry; log: Log },
  now: Instant,
) {
  const orders = await findLingeringOrders(database.db, procedures, now)
  for (const { orderNo, procedure, state } of orders.filter(({ overdue }) => overdue))
    log.warn({ orderNo, procedure, state }, 'order overdue')
  log.info({ orders: orders.length }, 'orders without an end for a day')
}
