import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import { refusal } from './refusal.ts'
import { firstRow, insertRow, transaction, type Store } from './store.ts'

export const answersSchema = `
  CREATE TABLE IF NOT EXISTS answer (
    order_id TEXT PRIMARY KEY, request TEXT NOT NULL, status INTEGER NOT NULL, body TEXT NOT NULL
  ) STRICT;`

/** Our order id, which is the idempotency id of every call that changes something. */
export const orderIdSchema = z.string().regex(/^[A-Za-z0-9_.:-]{1,100}$/)

export type Answer = { status: ContentfulStatusCode; body: object }

const rowSchema = z.object({ request: z.string(), status: z.int(), body: z.string() })

/**
 * Does `work` once for an order id and gives its answer again whenever the same request comes again.
 * Work and answer are saved together. Another request under the same id is 409 `ORDER_ID_REUSED`.
 */
export function answerOnce(
  store: Store,
  c: Context,
  request: { orderId: string },
  work: () => Answer,
): Response {
  // A hash, not the text: names and addresses in a request are not kept for the sake of a comparison.
  const fingerprint = createHash('sha256')
    .update(canonical({ method: c.req.method, path: c.req.path, request }))
    .digest('hex')
  return transaction(store, () => {
    const sql = 'SELECT request, status, body FROM answer WHERE order_id = ?'
    const row = firstRow(store, rowSchema, sql, request.orderId)
    if (row !== undefined) {
      if (row.request !== fingerprint) throw refusal(409, 'ORDER_ID_REUSED')
      return new Response(row.body, {
        status: row.status,
        headers: { 'content-type': 'application/json', 'x-replayed': 'true' },
      })
    }
    const { status, body } = work()
    const { orderId } = request
    insertRow(store, 'answer', { orderId, request: fingerprint, status, body })
    return Response.json(body, { status })
  })
}

/** JSON with the members of every object in one order, so that equal requests are equal texts. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    member !== null && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
}
