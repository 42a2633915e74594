import type { Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { getRow, rowsOf } from '#backend/db/rows.ts'
import type { Database } from '#backend/db/tables.ts'
import { notFound } from '#backend/refusal.ts'
import { countedWhenOver, type OrderProcedure } from '#vocabulary/operation.ts'

export type OrderRow = Selectable<Database['procedure_order']>
export type OrderEventRow = Selectable<Database['order_event']>

/** The key of an order. The contract comes first, as in every table of member data. */
export type OrderKey = { readonly contractId: string; readonly orderNo: string }

export function keyOf(order: Pick<OrderRow, 'contract_id' | 'order_no'>): OrderKey {
  return { contractId: order.contract_id, orderNo: order.order_no }
}

/** @throws RefusalError NOT_FOUND also for another member's order. */
export async function findOrder(db: Db, contractId: string, orderNo: string): Promise<OrderRow> {
  return getRow(db, 'procedure_order', { contract_id: contractId, order_no: orderNo }, notFound)
}

/** Open orders, the oldest first. */
export async function findOpenOrders(db: Db, contractId: string): Promise<OrderRow[]> {
  return db
    .selectFrom('procedure_order')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('closed_at', 'is', null)
    .orderBy('requested_at')
    .orderBy('order_no')
    .execute()
}

/** Open orders, and all orders of port-outs and paper copies: the rules also ask for the last closed one. */
export async function findOrdersThatCount(db: Db, contractId: string): Promise<OrderRow[]> {
  return db
    .selectFrom('procedure_order')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where((eb) =>
      eb.or([eb('closed_at', 'is', null), eb('procedure', 'in', [...countedWhenOver])]),
    )
    .orderBy('requested_at')
    .orderBy('order_no')
    .execute()
}

/** Orders of these procedures, open and over, the latest first. */
export async function findOrdersOf(
  db: Db,
  contractId: string,
  procedures: readonly OrderProcedure[],
  limit = Number.MAX_SAFE_INTEGER,
): Promise<OrderRow[]> {
  return db
    .selectFrom('procedure_order')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('procedure', 'in', [...procedures])
    .orderBy('requested_at', 'desc')
    .orderBy('order_no', 'desc')
    .limit(limit)
    .execute()
}

/** The last order of a procedure, open or over. */
export async function findLatestOrder(
  db: Db,
  contractId: string,
  procedure: OrderProcedure,
): Promise<OrderRow | undefined> {
  return (await findOrdersOf(db, contractId, [procedure], 1))[0]
}

export async function findOrderEvents(
  db: Db,
  contractId: string,
  orderNo: string,
): Promise<OrderEventRow[]> {
  return rowsOf(db, 'order_event', { contract_id: contractId, order_no: orderNo }, 'sequence')
}

/** The lines an order concerns; empty where it concerns the contract. */
export function linesOf(row: Pick<OrderRow, 'details' | 'line_id'>): string[] {
  const { lineIds } = row.details
  if (Array.isArray(lineIds)) return lineIds.filter((one) => typeof one === 'string')
  return row.line_id === null ? [] : [row.line_id]
}
