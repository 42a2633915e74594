import type { Selectable } from 'kysely'
import { findTerminals } from '#backend/contract/terminals.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Database } from '#backend/db/tables.ts'
import type { BilledTraffic, BookedAmount, Discount } from '#domain/billing/bill-facts.ts'
import { isPriceKey, type Price } from '#domain/catalogue/figure.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { instalmentYen } from '#domain/billing/instalments.ts'
import { tenthsYen, yen } from '#domain/money.ts'
import {
  isBefore,
  monthOf,
  monthsBetween,
  toTokyoDate,
  type TokyoDate,
  type TokyoMonth,
} from '#domain/tokyo.ts'
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
    row:
      row.figure_key === null || row.rate_valid_from === null
        ? undefined
        : rowOf(book, row.figure_key, row.rate_valid_from),
    quantity: row.quantity,
    amountTenthsYen: tenthsYen(row.amount_tenths_yen),
    tax: row.tax,
    taxOn: row.tax_on,
    originMonth: row.origin_month ?? undefined,
    source: row.source_ref,
  }))
}

/** The instalments of devices that fall on the month, outside tax; they go on after the contract's end. */
export async function loadInstalments(
  db: Db,
  contractId: string,
  { month, lastDay }: Pick<BilledMonth, 'month' | 'lastDay'>,
): Promise<BookedAmount[]> {
  const terminals = await findTerminals(db, contractId)
  return terminals.flatMap((terminal) => {
    const { device_id: deviceId, instalment_count: count, first_instalment_month: first } = terminal
    if (count === null || first === null || first > month) return []
    const n = monthsBetween(first, month) + 1
    if (n > count) return []
    return [
      {
        kind: 'deviceInstalment' as const,
        quantity: 1,
        amountTenthsYen: tenthsYen(instalmentYen(terminal.price_yen, count, n) * 10),
        tax: 'outOfScope' as const,
        taxOn: lastDay,
        source: `instalment/${deviceId}/${n}`,
      },
    ]
  })
}

export async function loadDiscounts(
  db: Db,
  contractId: string,
  month: TokyoMonth,
): Promise<Discount[]> {
  const rows = await db
    .selectFrom('discount')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('from_month', '<=', month)
    .where((eb) => eb.or([eb('to_month', 'is', null), eb('to_month', '>=', month)]))
    .orderBy('source_ref')
    .execute()
  return rows.map((row) => ({
    off: row.off,
    lineId: row.line_id ?? undefined,
    option: row.option_code ?? undefined,
    amountYen: yen(row.amount_yen),
    source: row.source_ref,
  }))
}

/**
 * Calls and messages of the month as the records say that came in time, and what came since of earlier months: late
 * records, and corrections as new minus old (billing.md 12).
 */
export async function loadTraffic(db: Db, contractId: string, month: TrafficMonth) {
  const rows = await db
    .selectFrom('call_record')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('units', '<>', 0)
    .where('started_at', '<', month.ends)
    .where('received_at', '<', month.recordsUntil)
    .where((eb) =>
      eb.or([eb('superseded_at', 'is', null), eb('superseded_at', '>=', month.recordsFrom)]),
    )
    .where((eb) =>
      eb.or([
        eb('started_at', '>=', month.begins),
        eb('received_at', '>=', month.recordsFrom),
        eb.and([
          eb('superseded_at', '>=', month.recordsFrom),
          eb('superseded_at', '<', month.recordsUntil),
        ]),
      ]),
    )
    .execute()
  const { book } = month
  const isNewest = (row: Row) =>
    row.superseded_at === null || !isBefore(row.superseded_at, month.recordsUntil)
  const isEarlier = (row: Row) => isBefore(row.started_at, month.begins)
  const own = rows.filter((row) => !isEarlier(row) && isNewest(row))
  const groups = Map.groupBy(own, (row) =>
    [
      row.line_id,
      row.figure_key,
      row.rate_valid_from,
      book.taxPercentOn(toTokyoDate(row.started_at)),
    ].join(),
  )
  return {
    // 70, 134, 201, 335 characters: a shorter name is a smaller step.
    own: [...groups.values()].toSorted(bySteps).flatMap((rowsOfRate): BilledTraffic[] => {
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
    late: lateAmounts(
      rows.filter(isEarlier).flatMap((row) => {
        const isBilled = isBefore(row.received_at, month.recordsFrom)
        // Billed before and corrected since: taken back. Come since: added, unless corrected since as well.
        if (isBilled) return isNewest(row) ? [] : [{ row, sign: -1 }]
        return isNewest(row) ? [{ row, sign: 1 }] : []
      }),
      book,
    ),
  }
}

const bySteps = ([a]: readonly Row[], [b]: readonly Row[]) =>
  (a?.figure_key.length ?? 0) - (b?.figure_key.length ?? 0) ||
  (a?.figure_key ?? '').localeCompare(b?.figure_key ?? '')

type Row = Selectable<Database['call_record']>

/** By record and rate: what is asked on top of what the bill of its own month asked, or given back. */
function lateAmounts(changes: readonly { row: Row; sign: number }[], book: PriceBook) {
  const groups = Map.groupBy(changes, ({ row }) =>
    [
      row.line_id,
      row.record_id,
      row.figure_key,
      row.rate_valid_from,
      toTokyoDate(row.started_at),
    ].join(),
  )
  return [...groups.values()].flatMap((same): BookedAmount[] => {
    const sum = (of: (row: Row) => number) =>
      same.reduce((total, { row, sign }) => total + sign * of(row), 0)
    const [{ row } = {}] = same
    const amount = sum((one) => one.amount_tenths_yen)
    if (row === undefined || amount === 0) return []
    const calledOn = toTokyoDate(row.started_at)
    return [
      {
        kind: 'adjustment',
        lineId: row.line_id,
        row: rowOf(book, row.figure_key, row.rate_valid_from),
        quantity: sum((one) => one.units),
        amountTenthsYen: tenthsYen(amount),
        tax: row.tax,
        taxOn: calledOn,
        originMonth: monthOf(calledOn),
        source: `call/${row.record_id}`,
      },
    ]
  })
}

const isMessage = (kind: string) => kind === 'sms' || kind === 'smsAbroad'

/** The very row of the price list something was rated by. */
function rowOf(book: PriceBook, key: string, validFrom: TokyoDate): Price {
  const row = isPriceKey(key) ? book.rateOn(key, validFrom) : undefined
  if (row === undefined) throw new RangeError(`A charge without a price: ${key} of ${validFrom}`)
  return row
}
