import { taxNames, unitLabels } from '#vocabulary/price.ts'
import { priceLabel } from '#backend/contract/wording.ts'
import { formatTenthsYen, formatYen } from '#vocabulary/yen.ts'
import { billOfCharges } from '#domain/billing/bill.ts'
import type { Charge } from '#domain/billing/charge.ts'
import type { Price, PriceKey } from '#domain/catalogue/figure.ts'
import { priceTaxIncluded, requireRate, type PriceBook } from '#domain/catalogue/price-book.ts'
import type { TokyoDate } from '#domain/tokyo.ts'
import type { PrintedRow } from '#backend/pdf/content.ts'

/** The prices a document is made by, on its day. */
export type PricesOfDay = { readonly book: PriceBook; readonly on: TokyoDate }

export const rateOf = (key: PriceKey, { book, on }: PricesOfDay) => requireRate(book, key, on)

/** Stands once above every table of prices. */
export const taxWords = '金額は税込です。かっこの中は税抜の金額です。'

/** 「1,188円（税抜1,080円）」, 「2.2円」, 「100円（消費税対象外）」 */
export function priceWords(row: Price, { book, on }: PricesOfDay): string {
  const withTax = formatTenthsYen(priceTaxIncluded(book, row, on))
  if (row.tax === 'outOfScope') return `${withTax}（${taxNames.outOfScope}）`
  return row.tax === 'included' || row.tenthsYen === 0
    ? withTax
    : `${withTax}（税抜${formatTenthsYen(row.tenthsYen)}）`
}

export function priceRow(key: PriceKey, prices: PricesOfDay): PrintedRow {
  return { label: priceLabel(key), value: priceWords(rateOf(key, prices), prices) }
}

/** What is charged, one row each, and the sum as a bill would round it. */
export function chargeRows(
  charges: readonly Charge[],
  prices: PricesOfDay,
  total: string,
): PrintedRow[] {
  return [
    ...charges.flatMap(({ row, quantity }) =>
      row === undefined
        ? []
        : [
            {
              label: priceLabel(row.key),
              value:
                priceWords(row, prices) +
                (quantity === 1 ? '' : ` × ${quantity}${unitLabels[row.unit]}`),
            },
          ],
    ),
    {
      label: total,
      value: `${formatYen(billOfCharges(charges, prices.on, prices.book).totalYen)}（税込）`,
      strong: true,
    },
  ]
}
