import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import type { Charge } from '#domain/billing/charge.ts'
import { toTokyoDate, toTokyoMonth, type Instant } from '#domain/tokyo.ts'

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
    await tx
      .insertInto('booked_charge')
      .values({
        contract_id: contractId,
        charge_id: newId('chg'),
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
      .onConflict((conflict) => conflict.columns(['contract_id', 'source_ref']).doNothing())
      .execute()
  }
}

/**
 * A cancelled or failed order costs nothing: what is not billed yet is taken back, what is on the bill of a month
 * that is over is given back on the bill of this one.
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
      await tx
        .deleteFrom('booked_charge')
        .where('contract_id', '=', contractId)
        .where('charge_id', '=', row.charge_id)
        .execute()
      continue
    }
    await tx
      .insertInto('booked_charge')
      .values({
        ...row,
        charge_id: newId('chg'),
        kind: 'adjustment',
        quantity: -row.quantity,
        amount_tenths_yen: -row.amount_tenths_yen,
        origin_month: row.month,
        month,
        booked_at: now,
        source_ref: `${row.source_ref}:returned`,
      })
      .onConflict((conflict) => conflict.columns(['contract_id', 'source_ref']).doNothing())
      .execute()
  }
}
