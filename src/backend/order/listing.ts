import type { Db } from '#backend/db/connect.ts'
import { Refusal } from '#backend/refusal.ts'
import { linesOf, type OrderRow } from '#backend/contract/orders.ts'

export type Listing = {
  only?: 'open' | 'all' | undefined
  lineId?: string | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

const PAGE = 20

/** The newest first; the cursor names the last row shown, so that new orders move nothing. */
export async function listOrders(db: Db, contractId: string, wanted: Listing) {
  const limit = wanted.limit ?? PAGE
  const after = wanted.cursor === undefined ? undefined : readCursor(wanted.cursor)
  const rows = await db
    .selectFrom('procedure_order')
    .selectAll()
    .where('contract_id', '=', contractId)
    .$if(wanted.only === 'open', (query) => query.where('closed_at', 'is', null))
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('requested_at', 'order_no'),
          '<',
          eb.tuple(after?.at ?? Temporal.Instant.fromEpochMilliseconds(0), after?.orderNo ?? ''),
        ),
      ),
    )
    .orderBy('requested_at', 'desc')
    .orderBy('order_no', 'desc')
    .execute()
  const { lineId } = wanted
  const fitting = rows.filter((row) => lineId === undefined || concerns(row, lineId))
  const shown = fitting.slice(0, limit)
  const last = shown.at(-1)
  const more = fitting.length > shown.length && last !== undefined
  return { rows: shown, nextCursor: more ? toCursor(last) : undefined }
}

/** An order of the whole contract concerns every line. */
function concerns(row: OrderRow, lineId: string): boolean {
  const lines = linesOf(row)
  return lines.length === 0 || lines.includes(lineId)
}

function toCursor(row: OrderRow): string {
  return Buffer.from(`${row.requested_at.toString()}|${row.order_no}`).toString('base64url')
}

function readCursor(cursor: string): { at: Temporal.Instant; orderNo: string } {
  const [at = '', orderNo = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split('|')
  try {
    return { at: Temporal.Instant.from(at), orderNo }
  } catch (cause) {
    throw new Refusal('VALIDATION_FAILED', { cause })
  }
}
