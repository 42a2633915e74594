import { lockContract } from '#backend/contract/contracts.ts'
import { findOrder, type OrderKey, type OrderRow } from '#backend/contract/orders.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Instant } from '#domain/tokyo.ts'
import { findReports, type Report } from './reports.ts'

/** What the reports of the carrier mean for the orders of one procedure. */
type Reported<Order> = {
  readonly procedure: {
    readonly owns: (row: OrderRow) => boolean
    readonly read: (row: OrderRow) => Order
  }
  /** Stores what later screens need of the reports, before the state that shows it. */
  readonly noteFacts: (by: By, order: Order, reports: readonly Report[]) => Promise<Order>
  /** Takes the steps of the state table that one report leads to. */
  readonly walk: (by: By, order: Order, report: Report) => Promise<Order>
  /** What the state that was reached changes, and who is notified. Not run where the state stays. */
  readonly takeEffect: (by: By, order: Order, reports: readonly Report[]) => Promise<void>
}

/**
 * Brings an order to where the carrier's reports say it is. Callbacks, polling and answers move an order only by this:
 * it reads everything that is known, in the order in which it happened, so that reports which come late, twice or
 * reversed change nothing, and running it again does not either.
 */
export async function advanceByReports<Order extends { readonly state: string }>(
  tx: Db,
  sealing: Sealing,
  { contractId, orderNo }: OrderKey,
  now: Instant,
  { procedure, noteFacts, walk, takeEffect }: Reported<Order>,
) {
  await lockContract(tx, contractId)
  const row = await findOrder(tx, contractId, orderNo)
  if (!procedure.owns(row) || row.closed_at !== null) return
  const by: By = { actor: 'carrier', contractId, now }
  const before = procedure.read(row)
  const reports = await findReports(tx, sealing, { contractId, orderNo })
  let order = await noteFacts(by, before, reports)
  for (const report of reports) order = await walk(by, order, report)
  if (order.state !== before.state) await takeEffect(by, order, reports)
}
