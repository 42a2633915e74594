import type { Bill } from '#domain/billing/bill.ts'
import type { TokyoMonth } from '#domain/tokyo.ts'
import type { Harness } from './harness.ts'

/** A bill as the database has it, in the form of `asStored`. */
export async function storedBill(
  { database: { db } }: Pick<Harness, 'database'>,
  contractId: string,
  month: TokyoMonth,
) {
  const of = <Query extends { where: (a: 'contract_id', b: '=', c: string) => Query }>(
    query: Query,
  ) => query.where('contract_id', '=', contractId)
  const bill = await of(db.selectFrom('bill').selectAll())
    .where('month', '=', month)
    .executeTakeFirst()
  const lines = await of(db.selectFrom('bill_line').selectAll())
    .where('month', '=', month)
    .execute()
  const rates = await of(db.selectFrom('bill_rate').selectAll())
    .where('month', '=', month)
    .orderBy('tax_percent', 'desc')
    .execute()
  if (bill === undefined) return undefined
  return {
    totalYen: bill.total_yen,
    outOfScopeYen: bill.out_of_scope_yen,
    rates: rates.map((rate) => [rate.tax_percent, rate.total_yen, rate.tax_yen]),
    lines: lines
      .map((line) =>
        JSON.stringify([
          line.kind,
          line.line_id,
          line.figure_key,
          line.quantity,
          line.days,
          line.of_days,
          line.amount_tenths_yen,
          line.tax,
          line.tax_on,
          line.origin_month,
          line.source_ref,
        ]),
      )
      .toSorted(),
  }
}

/** What the pure function answers, in the form of `storedBill`. */
export const asStored = (bill: Bill | undefined) =>
  bill && {
    totalYen: bill.totalYen,
    outOfScopeYen: bill.outOfScopeYen,
    rates: bill.rates.map((rate) => [rate.taxPercent, rate.totalYen, rate.taxYen]),
    lines: bill.lines
      .map((line) =>
        JSON.stringify([
          line.kind,
          line.lineId ?? null,
          line.row?.key ?? null,
          line.quantity,
          line.proration?.days ?? null,
          line.proration?.ofDays ?? null,
          line.amountTenthsYen,
          line.tax,
          line.taxOn,
          line.originMonth ?? null,
          line.source ?? null,
        ]),
      )
      .toSorted(),
  }
