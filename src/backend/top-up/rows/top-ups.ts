import type { z } from 'zod'
import { bookCharge } from '#backend/contract/booked-charges.ts'
import type { Db } from '#backend/db/connect.ts'
import { findRow, insertRow } from '#backend/db/rows.ts'
import type { Price } from '#domain/catalogue/figure.ts'
import { topUpSource } from '#domain/data/grant.ts'
import { toTokyoDate, toTokyoMonth } from '#domain/tokyo.ts'
import { topUpApi } from '#protocol/top-up.ts'

/** Books the price of a pack for the bill of the month. Charge and bucket have the same source, which is unique. */
export async function bookTopUp(
  tx: Db,
  bought: { contractId: string; source: string; row: Price; now: Temporal.Instant },
) {
  const { contractId, source, row, now } = bought
  await bookCharge(tx, {
    contract_id: contractId,
    line_id: null,
    kind: 'topUp',
    figure_key: row.key,
    quantity: 1,
    amount_tenths_yen: row.tenthsYen,
    tax: row.tax,
    tax_on: toTokyoDate(now),
    rate_valid_from: row.validFrom,
    month: toTokyoMonth(now),
    booked_at: now,
    source_ref: source,
  })
}

/** The charge of a purchase and the bucket it gave; the bucket stays when it is spent. */
export async function findTopUp(db: Db, contractId: string, orderNo: string) {
  const charge = await db
    .selectFrom('booked_charge')
    .select(['figure_key', 'booked_at', 'source_ref'])
    .where('contract_id', '=', contractId)
    .where('source_ref', 'in', [topUpSource(orderNo, 'member'), topUpSource(orderNo, 'automatic')])
    .executeTakeFirst()
  if (charge === undefined) return undefined
  const bucket = await findRow(db, 'data_bucket', {
    contract_id: contractId,
    bucket_id: charge.source_ref,
  })
  return bucket && { charge, bucket }
}

/** What packs of this month come to, before tax. */
export async function spentExTaxYen(db: Db, contractId: string, now: Temporal.Instant) {
  const charges = await db
    .selectFrom('booked_charge')
    .select('amount_tenths_yen')
    .where('contract_id', '=', contractId)
    .where('month', '=', toTokyoMonth(now))
    .where('figure_key', 'like', 'topup.%')
    .execute()
  return charges.reduce((sum, charge) => sum + charge.amount_tenths_yen, 0) / 10
}

/** What the member bought last, in whichever month. */
export async function lastTopUpKey(db: Db, contractId: string): Promise<string | undefined> {
  const last = await db
    .selectFrom('booked_charge')
    .select('figure_key')
    .where('contract_id', '=', contractId)
    .where('figure_key', 'like', 'topup.%')
    .orderBy('booked_at', 'desc')
    .orderBy('charge_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.figure_key ?? undefined
}

/** The receipt as it was shown when the pack was bought, without the state of the pack since. */
const storedReceipt = topUpApi.topUpReceiptGet.result.omit({ state: true }).required()

type StoredReceipt = z.output<typeof storedReceipt>

/** Called in the transaction of the purchase. */
export async function storeReceipt(
  tx: Db,
  contractId: string,
  shown: z.input<typeof storedReceipt>,
  now: Temporal.Instant,
) {
  const details = JSON.stringify(storedReceipt.parse(shown))
  await insertRow(tx, 'receipt', {
    contract_id: contractId,
    order_no: shown.receipt.orderNo,
    details,
    issued_at: now,
  })
}

/** Undefined for another member's, and for a purchase made before receipts were stored. */
export async function findReceipt(
  db: Db,
  contractId: string,
  orderNo: string,
): Promise<StoredReceipt | undefined> {
  const row = await findRow(
    db,
    'receipt',
    { contract_id: contractId, order_no: orderNo },
    'details',
  )
  return row && storedReceipt.parse(row.details)
}
