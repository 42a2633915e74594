import { sql } from 'kysely'
import { findContract, findLines } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { rowsOf } from '#backend/db/rows.ts'
import type { BilledLine, BillFacts, Since } from '#domain/billing/bill-facts.ts'
import { isPlanCode, type PlanCode } from '#domain/catalogue/plan.ts'
import { instant, monthOf, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { lineKinds, type LineKind } from '#vocabulary/line.ts'
import type { BilledMonth } from './billed-month.ts'
import { initialMonthFacts } from './initial-bill.ts'
import { loadBooked, loadDiscounts, loadInstalments, loadTraffic } from './month-facts.ts'

/** Everything the bill of one contract and month is computed from, read by the contract's key only. */
export async function loadBillFacts(
  db: Db,
  contractId: string,
  month: BilledMonth,
): Promise<BillFacts> {
  return factsOf(db, contractId, month, await loadHistory(db, contractId))
}

/** Of several months, in their order; what is history of the contract is read once. */
export async function loadMonths(
  db: Db,
  contractId: string,
  months: readonly BilledMonth[],
): Promise<readonly BillFacts[]> {
  const history = await loadHistory(db, contractId)
  return Promise.all(months.map((month) => factsOf(db, contractId, month, history)))
}

type ContractHistory = Awaited<ReturnType<typeof loadHistory>>

/** Sizes, lines and options from the beginning of the contract. */
async function loadHistory(db: Db, contractId: string) {
  const [contract, lines, options] = await Promise.all([
    loadSizes(db, contractId),
    loadLines(db, contractId),
    loadOptions(db, contractId),
  ])
  return { contract, lines, options }
}

async function factsOf(
  db: Db,
  contractId: string,
  month: BilledMonth,
  { contract, lines, options }: ContractHistory,
): Promise<BillFacts> {
  const [booked, instalments, traffic, discounts] = await Promise.all([
    loadBooked(db, contractId, month.book, month.month),
    loadInstalments(db, contractId, month),
    loadTraffic(db, contractId, month),
    loadDiscounts(db, contractId, month.month),
  ])
  const facts = {
    month: month.month,
    sizes: contract.sizes,
    lines: lines.map((line) => ({ ...line, options: options.get(line.lineId) ?? [] })),
    contractOptions: options.get(null) ?? [],
    booked: [...booked, ...instalments, ...traffic.late],
    traffic: traffic.own,
    discounts,
  }
  const { undoneOn } = contract
  if (undoneOn === undefined || monthOf(undoneOn) !== month.month) return facts
  return initialMonthFacts(db, contractId, facts, undoneOn, month.book)
}

type Version = { until: Instant; former: Record<string, unknown> }

/**
 * From former rows, each until an instant, to values from an instant on; the oldest counts from the beginning. A change of
 * something else is no entry: reported late, it would date a value back to before that value came. The close reads
 * histories by the same rule (close-history.ts).
 */
function historyOf<Value>(
  versions: readonly Version[],
  now: Value,
  read: (former: Record<string, unknown>) => Value,
): Since<Value>[] {
  const values = [...versions.map(({ former }) => read(former)), now]
  return values
    .map((value, n) => ({ from: versions[n - 1]?.until ?? BEGINNING, value }))
    .filter(({ value }, n) => n === 0 || value !== values[n - 1])
}

const BEGINNING = instant('1970-01-01T00:00:00Z')

/** The sizes, and the day of an initial cancellation. */
async function loadSizes(db: Db, contractId: string) {
  const [{ plan_code, status, ends_on }, versions] = await Promise.all([
    findContract(db, contractId),
    db
      .selectFrom('contract_version')
      .select(['former', sql<Instant>`coalesce(counts_from, replaced_at)`.as('until')])
      .where('contract_id', '=', contractId)
      .orderBy('version')
      .execute(),
  ])
  return {
    sizes: historyOf(versions, toPlanCode(plan_code), ({ plan_code: code }) => toPlanCode(code)),
    undoneOn: status === 'initial_cancelled' ? (ends_on ?? undefined) : undefined,
  }
}

async function loadLines(db: Db, contractId: string): Promise<Omit<BilledLine, 'options'>[]> {
  const [lines, versions] = await Promise.all([
    findLines(db, contractId),
    db
      .selectFrom('line_version')
      .select(['line_id', 'former', sql<Instant>`coalesce(counts_from, replaced_at)`.as('until')])
      .where('contract_id', '=', contractId)
      .orderBy('version')
      .execute(),
  ])
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
        isPortedOut: line.ported_out_on !== null,
      },
    ]
  })
}

async function loadOptions(db: Db, contractId: string) {
  const rows = await rowsOf(db, 'option_period', { contract_id: contractId })
  const periods = rows.map((row) => ({
    lineId: row.line_id,
    code: row.option_code,
    from: toTokyoDate(row.joined_at),
    to: row.to_on ?? undefined,
  }))
  return Map.groupBy(periods, ({ lineId }) => lineId)
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
