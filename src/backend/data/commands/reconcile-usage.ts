import { sql } from 'kysely'
import { updateRows } from '#backend/db/rows.ts'
import type { AreaDeps } from '#backend/area.ts'
import {
  addMonths,
  endOfMonth,
  type Instant,
  startOfMonth,
  type TokyoMonth,
  toTokyoMonth,
} from '#domain/tokyo.ts'

type Deps = Pick<AreaDeps, 'database' | 'carrier' | 'log'>

type MonthOfLine = {
  contract_id: string
  line_id: string
  carrier_ref: string
  high_bytes: number
  low_bytes: number
}

/**
 * Compares the carrier's total of every line with ours, for this month and the one before (its late records come in
 * this one). A difference is a finding: a row that stays until the totals agree again, and a line in the log.
 * @returns how many lines of a month differ.
 */
export async function reconcileUsage(deps: Deps, now: Instant): Promise<number> {
  const month = toTokyoMonth(now)
  let findings = 0
  for (const one of [addMonths(month, -1), month])
    for (const line of await linesOf(deps, one)) findings += await compare(deps, line, one, now)
  return findings
}

/** Lines with traffic in the month. */
async function linesOf({ database }: Deps, month: TokyoMonth): Promise<readonly MonthOfLine[]> {
  const { rows } = await sql<MonthOfLine>`
    select l.contract_id, l.line_id, l.carrier_ref, coalesce(sum(u.high_bytes), 0)::bigint as high_bytes,
      coalesce(sum(u.low_bytes), 0)::bigint as low_bytes
    from line l join usage_by_day u on u.contract_id = l.contract_id and u.line_id = l.line_id
      and u.day between ${startOfMonth(month)} and ${endOfMonth(month)}
    group by l.contract_id, l.line_id, l.carrier_ref order by l.contract_id, l.line_id`.execute(
    database.db,
  )
  return rows
}

async function compare(
  { database, carrier, log }: Deps,
  line: MonthOfLine,
  month: TokyoMonth,
  now: Instant,
): Promise<number> {
  const answer = await carrier.usageTotal(line.carrier_ref, month)
  if (answer.kind !== 'accepted') return 0
  const { highBytes, lowBytes } = answer.value
  const key = { contract_id: line.contract_id, line_id: line.line_id, month }
  if (highBytes === line.high_bytes && lowBytes === line.low_bytes) {
    await updateRows(
      database.db,
      'usage_finding',
      { contract_id: line.contract_id, line_id: line.line_id, month, resolved_at: null },
      { resolved_at: now },
    )
    return 0
  }
  const figures = {
    carrier_high_bytes: highBytes,
    carrier_low_bytes: lowBytes,
    our_high_bytes: line.high_bytes,
    our_low_bytes: line.low_bytes,
    found_at: now,
    resolved_at: null,
  }
  await database.db
    .insertInto('usage_finding')
    .values({ ...key, ...figures })
    .onConflict((conflict) =>
      conflict.columns(['contract_id', 'line_id', 'month']).doUpdateSet(figures),
    )
    .execute()
  const ours = { highBytes: line.high_bytes, lowBytes: line.low_bytes }
  log.error({ ...key, carrier: answer.value, ours }, 'usage differs from the carrier')
  return 1
}
