import type { Selectable } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '#backend/db/connect.ts'
import type { Database } from '#backend/db/tables.ts'
import type { Bill } from '#domain/billing/bill.ts'
import type { BillLine } from '#domain/billing/bill-line.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { isPriceKey } from '#domain/catalogue/figure.ts'
import { subtractYen, tenthsYen, yen } from '#domain/money.ts'
import type { TokyoMonth } from '#domain/tokyo.ts'

export type BillRow = Selectable<Database['bill']>
/** A bill as it was fixed, with its row. */
export type StoredBill = Bill & { readonly row: BillRow }

/** Bills from a month on, the newest first, with every line; read by the contract's key only. */
export async function loadBills(
  db: Db,
  contractId: string,
  book: PriceBook,
  { from, to }: { from: TokyoMonth; to: TokyoMonth },
): Promise<StoredBill[]> {
  const bills = await db
    .selectFrom('bill')
    .selectAll()
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('bill_line')
          .select(lineColumns)
          .whereRef('bill_line.contract_id', '=', 'bill.contract_id')
          .whereRef('bill_line.month', '=', 'bill.month')
          .orderBy('position'),
      ).as('lines'),
      jsonArrayFrom(
        eb
          .selectFrom('bill_rate')
          .select(['tax_percent', 'total_yen', 'tax_yen'])
          .whereRef('bill_rate.contract_id', '=', 'bill.contract_id')
          .whereRef('bill_rate.month', '=', 'bill.month')
          .orderBy('tax_percent', 'desc'),
      ).as('rates'),
    ])
    .where('contract_id', '=', contractId)
    .where('month', '>=', from)
    .where('month', '<=', to)
    .orderBy('month', 'desc')
    .execute()
  return bills.map(({ lines, rates, ...row }) => ({
    row,
    month: row.month,
    lines: lines.map((line) => toBillLine(line, book)),
    rates: rates.map((rate) => ({
      taxPercent: rate.tax_percent,
      totalYen: yen(rate.total_yen),
      taxYen: yen(rate.tax_yen),
      exTaxYen: subtractYen(yen(rate.total_yen), yen(rate.tax_yen)),
    })),
    outOfScopeYen: yen(row.out_of_scope_yen),
    totalYen: yen(row.total_yen),
  }))
}

/** What a line was computed from: texts and whole numbers, which JSON carries as they are. */
const lineColumns = [
  'kind',
  'line_id',
  'figure_key',
  'rate_valid_from',
  'quantity',
  'days',
  'of_days',
  'amount_tenths_yen',
  'tax',
  'tax_on',
  'origin_month',
  'source_ref',
] as const

type LineRow = Pick<Selectable<Database['bill_line']>, (typeof lineColumns)[number]>

/** A stored line with the row of the price list it was computed by. */
export function toBillLine(row: LineRow, book: PriceBook): BillLine {
  return {
    kind: row.kind,
    lineId: row.line_id ?? undefined,
    quantity: row.quantity,
    row: priceOf(row, book),
    proration:
      row.days === null || row.of_days === null
        ? undefined
        : { days: row.days, ofDays: row.of_days },
    amountTenthsYen: tenthsYen(row.amount_tenths_yen),
    tax: row.tax,
    taxOn: row.tax_on,
    originMonth: row.origin_month ?? undefined,
    source: row.source_ref ?? undefined,
  }
}

function priceOf({ figure_key, rate_valid_from }: LineRow, book: PriceBook) {
  if (figure_key === null || rate_valid_from === null || !isPriceKey(figure_key)) return undefined
  return book.rateOn(figure_key, rate_valid_from)
}
