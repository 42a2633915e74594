import type { ExpressionBuilder } from 'kysely'
import { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import type { Database } from '#backend/db/tables.ts'
import { linesOf, type OrderRow } from '#backend/contract/orders.ts'
import { pageOf, readCursor } from '#backend/paging.ts'
import { instant, type Instant } from '#domain/tokyo.ts'
import { reportedInstant } from '#protocol/primitives.ts'
import { bringsSim, SAID_WHEN_OVER_DAYS, saidWhenOver } from '#vocabulary/operation.ts'

type Listing = {
  only?: 'open' | 'current' | 'all' | undefined
  lineId?: string | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

const PAGE = 20
const key = z.tuple([reportedInstant, z.string()])

/** The newest first. The cursor names the last row of the page before, so that new orders do not shift the next page. */
export async function listOrders(db: Db, contractId: string, wanted: Listing, now: Instant) {
  const limit = wanted.limit ?? PAGE
  const after = readCursor(wanted.cursor, key)
  let query = db
    .selectFrom('procedure_order')
    .selectAll()
    .where('contract_id', '=', contractId)
    .orderBy('requested_at', 'desc')
    .orderBy('order_no', 'desc')
  if (wanted.only === 'open') query = query.where('closed_at', 'is', null)
  if (wanted.only === 'current') query = query.where((eb) => isCurrent(eb, now))
  if (after !== undefined)
    query = query.where((eb) =>
      eb(eb.refTuple('requested_at', 'order_no'), '<', eb.tuple(instant(after[0]), after[1])),
    )
  const rows = await query.execute()
  const { lineId } = wanted
  const fitting = rows.filter((row) => lineId === undefined || concerns(row, lineId))
  return pageOf(fitting, limit, (row) => [row.requested_at.toString(), row.order_no])
}

/** Under way, or over for some days only and still true. */
function isCurrent(eb: ExpressionBuilder<Database, 'procedure_order'>, now: Instant) {
  const later = eb
    .selectFrom('procedure_order as later')
    .select('later.order_no')
    .whereRef('later.contract_id', '=', 'procedure_order.contract_id')
    .whereRef('later.line_id', '=', 'procedure_order.line_id')
    .whereRef('later.requested_at', '>', 'procedure_order.requested_at')
    .where('later.procedure', 'in', [...bringsSim])
  return eb.or([
    eb('closed_at', 'is', null),
    eb.and([
      eb('procedure', 'in', [...saidWhenOver]),
      eb('closed_at', '>', now.subtract({ hours: 24 * SAID_WHEN_OVER_DAYS })),
      eb.not(eb.exists(later)),
    ]),
  ])
}

/** An order without lines is of the whole contract and concerns every line. */
function concerns(row: OrderRow, lineId: string): boolean {
  const lines = linesOf(row)
  return lines.length === 0 || lines.includes(lineId)
}
