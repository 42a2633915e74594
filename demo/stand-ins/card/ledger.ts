import { z } from 'zod'
import type { Store } from '../wire/store.ts'

export const ledgerSchema = `
  CREATE TABLE IF NOT EXISTS charge (
    order_id TEXT PRIMARY KEY, date TEXT NOT NULL, at TEXT NOT NULL, amount_yen INTEGER NOT NULL,
    result TEXT NOT NULL, reason TEXT, charge_id TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS charge_date ON charge (date);
  CREATE TABLE IF NOT EXISTS charge_card (order_id TEXT PRIMARY KEY, card_token TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS refund (
    order_id TEXT PRIMARY KEY, charge_order_id TEXT NOT NULL, at TEXT NOT NULL,
    amount_yen INTEGER NOT NULL, result TEXT NOT NULL, reason TEXT, refund_id TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS refund_charge ON refund (charge_order_id);`

const resultSchema = z.enum(['ok', 'refused'])
const chargeSchema = z
  .object({
    order_id: z.string(),
    at: z.string(),
    amount_yen: z.int(),
    result: resultSchema,
    reason: z.string().nullable(),
    charge_id: z.string().nullable(),
  })
  .transform((row) => ({
    orderId: row.order_id,
    result: row.result,
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.charge_id === null ? {} : { chargeId: row.charge_id }),
    amountYen: row.amount_yen,
    at: row.at,
  }))
const refundSchema = z
  .object({
    order_id: z.string(),
    charge_order_id: z.string(),
    at: z.string(),
    amount_yen: z.int(),
    result: resultSchema,
    reason: z.string().nullable(),
    refund_id: z.string().nullable(),
  })
  .transform((row) => ({
    orderId: row.order_id,
    result: row.result,
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.refund_id === null ? {} : { refundId: row.refund_id }),
    chargeOrderId: row.charge_order_id,
    amountYen: row.amount_yen,
    at: row.at,
  }))

export type Charge = z.infer<typeof chargeSchema>
export type Refund = z.infer<typeof refundSchema>

export function insertCharge(store: Store, charge: Charge): void {
  store
    .prepare(
      `INSERT INTO charge (order_id, date, at, amount_yen, result, reason, charge_id)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      charge.orderId,
      charge.at.slice(0, 10),
      charge.at,
      charge.amountYen,
      charge.result,
      charge.reason ?? null,
      charge.chargeId ?? null,
    )
}

/** The card a charge was made to: a refund goes back there. */
export function keepCard(store: Store, orderId: string, cardToken: string): void {
  store
    .prepare('INSERT INTO charge_card (order_id, card_token) VALUES (?, ?)')
    .run(orderId, cardToken)
}

export function cardOfCharge(store: Store, orderId: string): string {
  const row = store.prepare('SELECT card_token FROM charge_card WHERE order_id = ?').get(orderId)
  return row === undefined ? '' : z.object({ card_token: z.string() }).parse(row).card_token
}

export function insertRefund(store: Store, refund: Refund): void {
  store
    .prepare(
      `INSERT INTO refund (order_id, charge_order_id, at, amount_yen, result, reason, refund_id)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      refund.orderId,
      refund.chargeOrderId,
      refund.at,
      refund.amountYen,
      refund.result,
      refund.reason ?? null,
      refund.refundId ?? null,
    )
}

export function findCharge(store: Store, orderId: string): Charge | undefined {
  const row = store.prepare('SELECT * FROM charge WHERE order_id = ?').get(orderId)
  return row === undefined ? undefined : chargeSchema.parse(row)
}

export function findRefund(store: Store, orderId: string): Refund | undefined {
  const row = store.prepare('SELECT * FROM refund WHERE order_id = ?').get(orderId)
  return row === undefined ? undefined : refundSchema.parse(row)
}

/** Charges of a day in Japan (`YYYY-MM-DD`), refused ones too. */
export function chargesOn(store: Store, date: string): Charge[] {
  return store
    .prepare('SELECT * FROM charge WHERE date = ? ORDER BY at, order_id')
    .all(date)
    .map((row) => chargeSchema.parse(row))
}

export function refundedYen(store: Store, chargeOrderId: string): number {
  const row = store
    .prepare(
      `SELECT coalesce(sum(amount_yen), 0) AS yen FROM refund
       WHERE charge_order_id = ? AND result = 'ok'`,
    )
    .get(chargeOrderId)
  return z.object({ yen: z.int() }).parse(row).yen
}
