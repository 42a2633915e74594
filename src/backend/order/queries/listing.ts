import { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import { linesOf, type OrderRow } from '#backend/contract/orders.ts'
import { pageOf, readCursor } from '#backend/paging.ts'
import { instant } from '#domain/tokyo.ts'
import { reportedInstant } from '#protocol/primitives.ts'

type Listing = {
  only?: 'open' | 'all' | undefined
  lineId?: string | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

const PAGE = 20
const key = z.tuple([reportedInstant, z.string()])

/** The newest first. The cursor names the last row of the page before, so that new orders do not shift the next page. */
export async function listOrders(db: Db, contractId: string, wanted: Listing) {
  const limit = wanted.limit ?? PAGE
  const after = readCursor(wanted.cursor, key)
  let query = db
    .selectFrom('procedure_order')
    .selectAll()
    .where('contract_id', '=', contractId)
    .orderBy('requested_at', 'desc')
    .orderBy('order_no', 'desc')
  if (wanted.only === 'open') query = query.where('closed_at', 'is', null)
  if (after !== undefined)
    query = query.where((eb) =>
      eb(eb.refTuple('requested_at', 'order_no'), '<', eb.tuple(instant(after[0]), after[1])),
    )
  const rows = await query.execute()
  const { lineId } = wanted
  const fitting = rows.filter((row) => lineId === undefined || concerns(row, lineId))
  return pageOf(fitting, limit, (row) => [row.requested_at.toString(), row.order_no])
}

/** An order without lines is of the whole contract and concerns every line. */
function concerns(row: OrderRow, lineId: string): boolean {
  const lines = linesOf(row)
  return lines.length === 0 || lines.includes(lineId)
}
