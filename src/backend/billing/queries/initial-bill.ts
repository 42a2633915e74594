import { sql } from 'kysely'
import { findTerminals } from '#backend/contract/terminals.ts'
import type { Db } from '#backend/db/connect.ts'
import type { BilledTraffic, BillFacts, BookedAmount } from '#domain/billing/bill-facts.ts'
import { billOf, noBill, type Bill } from '#domain/billing/bill.ts'
import { instalmentYen } from '#domain/billing/instalments.ts'
import { oneOffCharge } from '#domain/billing/charge.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { tenthsYen } from '#domain/money.ts'
import {
  addMonths,
  endOfDay,
  monthOf,
  monthsBetween,
  startOfDay,
  type TokyoDate,
  type TokyoMonth,
} from '#domain/tokyo.ts'
import { billedMonth } from './billed-month.ts'
import { loadBooked, loadInstalments, loadTraffic } from './month-facts.ts'
import { toBillLine } from './stored-bills.ts'

export const INITIAL_FEE_KEY = 'oneOff.initialCancellation'
/** Kinds of an earlier bill that an initial cancellation takes back (billing.md 18). */
export const takenBackKinds = [
  'base',
  'shareLine',
  'option',
  'oneOff',
  'universalFee',
  'relayFee',
  'broadbandUniversalFee',
  'discount',
] as const

/**
 * What is owed in all after an initial cancellation: one fee for the whole contract if a SIM was issued, the calls and
 * messages made, and the packs of which something was used; no monthly fee and no penalty
 * (電気通信事業法施行規則 第22条の2の9, billing.md 18). The purchase of a device stands, so its instalments up to
 * this month are part of it, as they are of the bills (billing.md 14).
 */
export async function owedAfterInitialCancel(
  db: Db,
  { contract_id: contractId, started_on: startedOn }: OfContract,
  today: TokyoDate,
  book: PriceBook,
): Promise<Bill> {
  const month = monthOf(today)
  const whole = {
    ...billedMonth(month, book),
    begins: startOfDay(startedOn ?? today),
    ends: endOfDay(today),
    recordsUntil: endOfDay(today),
  }
  const months = monthsFrom(monthOf(startedOn ?? today), month)
  const [fee, instalments, packs, traffic] = await Promise.all([
    initialFee(db, contractId, today, book),
    Promise.all(months.map((one) => loadInstalments(db, contractId, billedMonth(one, book)))),
    loadBooked(db, contractId, book).then(touchedOnly(await touchedPacks(db, contractId))),
    loadTraffic(db, contractId, whole),
  ])
  const booked = [...fee, ...packs, ...instalments.flat()]
  const facts = initialFacts(month, booked, traffic.own)
  return billOf(facts, book) ?? noBill(month)
}

const monthsFrom = (first: TokyoMonth, last: TokyoMonth) =>
  Array.from({ length: monthsBetween(first, last) + 1 }, (_, n) => addMonths(first, n))

/** Yen of the instalments of devices in the months after this one, which an initial cancellation leaves as they are. */
export async function laterInstalmentsYen(
  db: Db,
  contractId: string,
  month: TokyoMonth,
): Promise<number> {
  const yenOf = ({
    price_yen: price,
    instalment_count: count,
    first_instalment_month: first,
  }: {
    readonly price_yen: number
    readonly instalment_count: number | null
    readonly first_instalment_month: TokyoMonth | null
  }) =>
    Array.from({ length: count ?? 0 }, (_, n) => n + 1)
      .filter((n) => first !== null && addMonths(first, n - 1) > month)
      .reduce((sum, n) => sum + instalmentYen(price, count ?? 1, n), 0)
  return (await findTerminals(db, contractId)).reduce((sum, one) => sum + yenOf(one), 0)
}

type OfContract = { readonly contract_id: string; readonly started_on: TokyoDate | null }

/** A bill without lines: nothing is owed by the month. */
export const initialFacts = (
  month: TokyoMonth,
  booked: readonly BookedAmount[],
  traffic: readonly BilledTraffic[],
): BillFacts => ({
  month,
  sizes: [],
  lines: [],
  contractOptions: [],
  booked,
  traffic,
  discounts: [],
})

/**
 * The facts of the month an initial cancellation falls in: its fee, what is owed anyway, and the fees of earlier bills
 * given back. A pack of which nothing was used need not be paid.
 */
export async function initialMonthFacts(
  db: Db,
  contractId: string,
  { month, booked, traffic }: BillFacts,
  endedOn: TokyoDate,
  book: PriceBook,
): Promise<BillFacts> {
  const touched = await touchedPacks(db, contractId)
  const [fee, earlier] = await Promise.all([
    initialFee(db, contractId, endedOn, book),
    takenBack(db, contractId, { month, touched, book }),
  ])
  const owed = booked.filter(
    ({ kind, source }) => kind !== 'oneOff' && (kind !== 'topUp' || touched.has(source)),
  )
  return initialFacts(month, [...fee, ...owed, ...earlier], traffic)
}

const touchedOnly = (touched: ReadonlySet<string>) => (booked: readonly BookedAmount[]) =>
  booked.filter(({ kind, source }) => kind === 'topUp' && touched.has(source))

async function initialFee(
  db: Db,
  contractId: string,
  on: TokyoDate,
  book: PriceBook,
): Promise<readonly BookedAmount[]> {
  const issued = await db
    .selectFrom('line')
    .select('line_id')
    .where('contract_id', '=', contractId)
    .where('activated_on', 'is not', null)
    .limit(1)
    .execute()
  if (issued.length === 0) return []
  const fee = oneOffCharge(INITIAL_FEE_KEY, on, book)
  return [{ ...fee, taxOn: on, source: 'initial-cancellation' }]
}

/** What an earlier bill asked by the month or for the beginning, given back at that bill's own rates. */
async function takenBack(
  db: Db,
  contractId: string,
  { month, touched, book }: { month: TokyoMonth; touched: ReadonlySet<string>; book: PriceBook },
): Promise<readonly BookedAmount[]> {
  const lines = await db
    .selectFrom('bill_line')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('month', '<', month)
    .where('kind', 'in', [...takenBackKinds, 'topUp'])
    .execute()
  return lines
    .filter(({ kind, source_ref: source }) => kind !== 'topUp' || !touched.has(source ?? ''))
    .map((line) => {
      const { row, proration, lineId, tax, taxOn } = toBillLine(line, book)
      return {
        kind: 'adjustment' as const,
        row,
        proration,
        lineId,
        quantity: -line.quantity,
        amountTenthsYen: tenthsYen(-line.amount_tenths_yen),
        tax,
        taxOn,
        originMonth: line.month,
        source: `bill/${line.month}/${line.position}`,
      }
    })
}

/** The sources of the packs of which something was used. */
async function touchedPacks(db: Db, contractId: string): Promise<ReadonlySet<string>> {
  const used = await db
    .selectFrom('data_entry')
    .select('bucket_id')
    .where('contract_id', '=', contractId)
    .where('bucket_id', 'like', 'topup/%')
    .where('kind', 'in', ['use', 'adjust'])
    .groupBy('bucket_id')
    .having(sql<boolean>`sum(bytes) < 0`)
    .execute()
  return new Set(used.map(({ bucket_id }) => bucket_id))
}
