import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type {
  BilledLine,
  BilledTraffic,
  BillFacts,
  BookedAmount,
  Since,
} from '#domain/billing/bill-facts.ts'
import { isPriceKey, type Price } from '#domain/catalogue/figure.ts'
import { isPlanCode, type PlanCode } from '#domain/catalogue/plan.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { tenthsYen } from '#domain/money.ts'
import {
  instant,
  isBefore,
  monthOf,
  toTokyoDate,
  type Instant,
  type TokyoDate,
} from '#domain/tokyo.ts'
import { lineKinds, type LineKind } from '#vocabulary/line.ts'
import type { BilledMonth } from './billed-month.ts'

/** Everything the bill of one contract and month is computed from, read by the contract's key only. */
export async function loadBillFacts(
  db: Db,
  contractId: string,
  month: BilledMonth,
): Promise<BillFacts> {
  const [sizes, lines, options, booked, traffic] = await Promise.all([
    loadSizes(db, contractId),
    loadLines(db, contractId),
    loadOptions(db, contractId),
    loadBooked(db, contractId, month),
    loadTraffic(db, contractId, month),
  ])
  return {
    month: month.month,
    sizes,
    lines: lines.map((line) => ({ ...line, options: options.get(line.lineId) ?? [] })),
    contractOptions: options.get(null) ?? [],
    booked: [...booked, ...traffic.late],
    traffic: traffic.own,
    discounts: [],
  }
}

type Version = { until: Instant; former: Record<string, unknown> }

/** From former rows, each until an instant, to values from an instant on; the oldest counts from the beginning. */
function historyOf<Value>(
  versions: readonly Version[],
  now: Value,
  read: (former: Record<string, unknown>) => Value,
): Since<Value>[] {
  const values = [...versions.map(({ former }) => read(former)), now]
  return values.map((value, n) => ({ from: versions[n - 1]?.until ?? BEGINNING, value }))
}

const BEGINNING = instant('1970-01-01T00:00:00Z')

async function loadSizes(db: Db, contractId: string): Promise<Since<PlanCode>[]> {
  const { plan_code } = await db
    .selectFrom('contract')
    .select('plan_code')
    .where('contract_id', '=', contractId)
    .executeTakeFirstOrThrow()
  const versions = await db
    .selectFrom('contract_version')
    .select(['former', sql<Instant>`coalesce(counts_from, replaced_at)`.as('until')])
    .where('contract_id', '=', contractId)
    .orderBy('version')
    .execute()
  return historyOf(versions, toPlanCode(plan_code), (former) => toPlanCode(former['plan_code']))
}

async function loadLines(db: Db, contractId: string): Promise<Omit<BilledLine, 'options'>[]> {
  const lines = await db
    .selectFrom('line')
    .select(['line_id', 'position', 'kind', 'activated_on', 'ends_on'])
    .where('contract_id', '=', contractId)
    .orderBy('position')
    .execute()
  const versions = await db
    .selectFrom('line_version')
    .select(['line_id', 'former', sql<Instant>`coalesce(counts_from, replaced_at)`.as('until')])
    .where('contract_id', '=', contractId)
    .orderBy('version')
    .execute()
  return lines.flatMap((line) => {
    if (line.activated_on === null) return []
    const own = versions.filter((one) => one.line_id === line.line_id)
    return [
      {
        lineId: line.line_id,
        places: historyOf(own, line.position, (former) => Number(former['position'])),
        kinds: historyOf(own, line.kind, (former) => toKind(former['kind'])),
        firstDay: line.activated_on,
        lastDay: line.ends_on ?? undefined,
      },
    ]
  })
}

async function loadOptions(db: Db, contractId: string) {
  const rows = await db
    .selectFrom('option_period')
    .selectAll()
    .where('contract_id', '=', contractId)
    .execute()
  const periods = rows.map((row) => ({
    lineId: row.line_id,
    code: row.option_code,
    from: toTokyoDate(row.joined_at),
    to: row.to_on ?? undefined,
  }))
  return Map.groupBy(periods, ({ lineId }) => lineId)
}

async function loadBooked(
  db: Db,
  contractId: string,
  { month, book }: BilledMonth,
): Promise<BookedAmount[]> {
  const rows = await db
    .selectFrom('booked_charge')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('month', '=', month)
    .execute()
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
async function loadTraffic(db: Db, contractId: string, month: BilledMonth) {
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
          taxOn: taxOn ?? month.firstDay,
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

function toPlanCode(code: unknown): PlanCode {
  const number = Number(code)
  if (!isPlanCode(number)) throw new RangeError(`Not a data size: ${String(code)}`)
  return number
}

function toKind(text: unknown): LineKind {
  const kind = lineKinds.find((one) => one === text)
  if (kind === undefined) throw new RangeError(`Not a kind of line: ${String(text)}`)
  return kind
}
