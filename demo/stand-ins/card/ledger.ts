import { z } from 'zod'
import { allRows, firstRow, insertRow, rowOf, textOrAbsent, type Store } from '../wire/store.ts'

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
const chargeSchema = rowOf({
  orderId: z.string(),
  result: resultSchema,
  reason: textOrAbsent,
  chargeId: textOrAbsent,
  amountYen: z.int(),
  at: z.string(),
})
const refundSchema = rowOf({
  orderId: z.string(),
  result: resultSchema,
  reason: textOrAbsent,
  refundId: textOrAbsent,
  chargeOrderId: z.string(),
  amountYen: z.int(),
  at: z.string(),
})

export type Charge = z.infer<typeof chargeSchema>
export type Refund = z.infer<typeof refundSchema>

export function insertCharge(store: Store, charge: Charge): void {
  insertRow(store, 'charge', { ...charge, date: charge.at.slice(0, 10) })
}

/** The card a charge was made to: a refund goes back there. */
export function keepCard(store: Store, orderId: string, cardToken: string): void {
  insertRow(store, 'charge_card', { orderId, cardToken })
}

export function cardOfCharge(store: Store, orderId: string): string {
  const sql = 'SELECT card_token FROM charge_card WHERE order_id = ?'
  return firstRow(store, rowOf({ cardToken: z.string() }), sql, orderId)?.cardToken ?? ''
}

export function insertRefund(store: Store, refund: Refund): void {
  insertRow(store, 'refund', refund)
}

export const findCharge = (store: Store, orderId: string): Charge | undefined =>
  firstRow(store, chargeSchema, 'SELECT * FROM charge WHERE order_id = ?', orderId)

export const findRefund = (store: Store, orderId: string): Refund | undefined =>
  firstRow(store, refundSchema, 'SELECT * FROM refund WHERE order_id = ?', orderId)

/** Charges of a day in Japan (`YYYY-MM-DD`), refused ones too. */
export const chargesOn = (store: Store, date: string): Charge[] =>
  allRows(store, chargeSchema, 'SELECT * FROM charge WHERE date = ? ORDER BY at, order_id', date)

export function refundedYen(store: Store, chargeOrderId: string): number {
  const sql = `SELECT coalesce(sum(amount_yen), 0) AS yen FROM refund
     WHERE charge_order_id = ? AND result = 'ok'`
  return firstRow(store, z.object({ yen: z.int() }), sql, chargeOrderId)?.yen ?? 0
}
