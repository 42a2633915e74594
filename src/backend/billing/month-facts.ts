import type { Db } from '#backend/db/connect.ts'
import type { BilledTraffic, BookedAmount } from '#domain/billing/bill-facts.ts'
import { isPriceKey, type Price } from '#domain/catalogue/figure.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { tenthsYen } from '#domain/money.ts'
import { isBefore, monthOf, toTokyoDate, type TokyoDate, type TokyoMonth } from '#domain/tokyo.ts'
import type { BilledMonth } from './billed-month.ts'

type TrafficMonth = Pick<BilledMonth, 'begins' | 'ends' | 'recordsFrom' | 'recordsUntil' | 'book'>

/** What is booked for a month, or for any where none is named. */
export async function loadBooked(
  db: Db,
  contractId: string,
  book: PriceBook,
  month?: TokyoMonth,
): Promise<BookedAmount[]> {
  const booked = db.selectFrom('booked_charge').selectAll().where('contract_id', '=', contractId)
  const rows = await (month === undefined ? booked : booked.where('month', '=', month)).execute()
  return rows.map((row) => ({
    kind: row.kind,
    lineId: row.line_id ?? undefined,
    row: rowOf(book, row.figure_key, row.rate_valid_from),
    quantity: row.quantity,
    amountTenthsYen: tenthsYen(row.amount_tenths_yen),
    tax: row.tax,
    taxOn: row.tax_on,
    originMonth: row.origin_month ?? undefined,
    source: row.source_ref,
  }))
}

/** Calls and messages of the month whose records came in time, and those of earlier months that came since. */
export async function loadTraffic(db: Db, contractId: string, month: TrafficMonth) {
  const rows = await db
    .selectFrom('call_record')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('units', '<>', 0)
    .where('started_at', '<', month.ends)
    .where('received_at', '<', month.recordsUntil)
    .where((eb) =>
      eb.or([eb('started_at', '>=', month.begins), eb('received_at', '>=', month.recordsFrom)]),
    )
    .execute()
  const [late, own] = partition(rows, (row) => isBefore(row.started_at, month.begins))
  const { book } = month
  const groups = Map.groupBy(own, (row) =>
    [
      row.line_id,
      row.figure_key,
      row.rate_valid_from,
      book.taxPercentOn(toTokyoDate(row.started_at)),
    ].join(),
  )
  return {
    own: [...groups.values()].flatMap((rowsOfRate): BilledTraffic[] => {
      const [first] = rowsOfRate
      if (first === undefined) return []
      const [taxOn] = rowsOfRate.map((row) => toTokyoDate(row.started_at)).toSorted()
      return [
        {
          lineId: first.line_id,
          kind: isMessage(first.kind) ? 'sms' : 'voice',
          row: rowOf(book, first.figure_key, first.rate_valid_from),
          units: rowsOfRate.reduce((sum, row) => sum + row.units, 0),
          taxOn: taxOn ?? toTokyoDate(month.begins),
        },
      ]
    }),
    late: late.map((row): BookedAmount => {
      const calledOn = toTokyoDate(row.started_at)
      return {
        kind: 'adjustment',
        lineId: row.line_id,
        row: rowOf(book, row.figure_key, row.rate_valid_from),
        quantity: row.units,
        amountTenthsYen: tenthsYen(row.amount_tenths_yen),
        tax: row.tax,
        taxOn: calledOn,
        originMonth: monthOf(calledOn),
        source: `call/${row.record_id}`,
      }
    }),
  }
}

const isMessage = (kind: string) => kind === 'sms' || kind === 'smsAbroad'

function partition<Item>(items: readonly Item[], belongs: (item: Item) => boolean) {
  return [items.filter(belongs), items.filter((item) => !belongs(item))] as const
}

/** The very row of the price list something was rated by. */
function rowOf(book: PriceBook, key: string, validFrom: TokyoDate): Price {
  const row = isPriceKey(key) ? book.rateOn(key, validFrom) : undefined
  if (row === undefined) throw new RangeError(`A charge without a price: ${key} of ${validFrom}`)
  return row
}
