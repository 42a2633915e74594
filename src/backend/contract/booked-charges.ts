import type { Insertable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import type { Database } from '#backend/db/tables.ts'
import { deleteRows, insertIfNew, insertRow } from '#backend/db/rows.ts'
import type { Charge } from '#domain/billing/charge.ts'
import { toTokyoDate, toTokyoMonth, type Instant } from '#domain/tokyo.ts'

/** `tax_on` decides the rate; `source_ref` names what it is charged for, once in a contract. */
type NewCharge = Omit<Insertable<Database['booked_charge']>, 'charge_id'>

/** Books a charge, or what is given back, for the bill of its month. @throws for a source that is booked already */
export async function bookCharge(tx: Db, charge: NewCharge): Promise<void> {
  await insertRow(tx, 'booked_charge', { ...charge, charge_id: newId('chg') })
}

/** The same, but a source that is booked already is left as it is. */
export async function bookChargeOnce(tx: Db, charge: NewCharge): Promise<void> {
  await insertIfNew(
    tx,
    'booked_charge',
    { ...charge, charge_id: newId('chg') },
    'contract_id',
    'source_ref',
  )
}

type Of = { contractId: string; orderNo: string; lineId: string | undefined }

const sourceOf = (orderNo: string, key: string) => `order:${orderNo}:${key}`

/** Books the one-off cost for the bill of this month; the same order books it once. */
export async function bookCharges(
  tx: Db,
  { contractId, orderNo, lineId }: Of,
  charges: readonly Charge[],
  now: Instant,
) {
  for (const { kind, row, quantity, amountTenthsYen, tax } of charges) {
    if (row === undefined || amountTenthsYen === 0) continue
    await bookChargeOnce(tx, {
      contract_id: contractId,
      line_id: lineId ?? null,
      kind,
      figure_key: row.key,
      quantity,
      amount_tenths_yen: amountTenthsYen,
      tax,
      tax_on: toTokyoDate(now),
      rate_valid_from: row.validFrom,
      month: toTokyoMonth(now),
      booked_at: now,
      source_ref: sourceOf(orderNo, row.key),
    })
  }
}

/**
 * A cancelled or failed order costs nothing: a charge that is not billed yet is deleted, one on the bill of an earlier month
 * is given back on this month's bill.
 */
export async function returnCharges(tx: Db, { contractId, orderNo }: Of, now: Instant) {
  const month = toTokyoMonth(now)
  const booked = await tx
    .selectFrom('booked_charge')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('source_ref', 'like', `${sourceOf(orderNo, '')}%`)
    .where('source_ref', 'not like', '%:returned')
    .execute()
  for (const row of booked) {
    if (row.month >= month) {
      await deleteRows(tx, 'booked_charge', { contract_id: contractId, charge_id: row.charge_id })
      continue
    }
    await bookChargeOnce(tx, {
      ...row,
      kind: 'adjustment',
      quantity: -row.quantity,
      amount_tenths_yen: -row.amount_tenths_yen,
      origin_month: row.month,
      month,
      booked_at: now,
      source_ref: `${row.source_ref}:returned`,
    })
  }
}
