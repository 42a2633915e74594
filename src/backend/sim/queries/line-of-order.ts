import { findLine, type LineRow } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import type { SimOrder } from '../rows/details.ts'

/** The line that an order is about. */
export async function lineOfOrder(db: Db, order: SimOrder): Promise<LineRow> {
  return findLine(db, order.contract_id, order.line_id ?? '')
}
