import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { insertIfNew } from '#backend/db/rows.ts'
import { type TokyoDate, tokyoMonth } from '#domain/tokyo.ts'
import type { UsageOfDay, UsageOfMonth } from '../queries/usage.ts'

/** A line that has become its user's own contract, and where and when the person used it before. */
export type FormerUse = {
  readonly contractId: string
  readonly lineId: string
  readonly from: { readonly contractId: string; readonly lineId: string }
  readonly since: TokyoDate
  readonly until: TokyoDate
}

/** Writes down where the person's own use of a line lies that is another contract's now. */
export async function keepFormerUse(tx: Db, use: FormerUse): Promise<void> {
  await insertIfNew(
    tx,
    'usage_former',
    {
      contract_id: use.contractId,
      line_id: use.lineId,
      from_contract_id: use.from.contractId,
      from_line_id: use.from.lineId,
      since: use.since,
      until: use.until,
    },
    'contract_id',
    'line_id',
  )
}

type Former = {
  readonly days: readonly UsageOfDay[]
  readonly months: readonly UsageOfMonth[]
  /** The last day of it. */
  readonly until: TokyoDate | undefined
}

/** The use of before by day and by month, under the lines of now; of nobody's days but the person's. */
export async function readFormerUse(
  db: Db,
  contractId: string,
  { from, to }: { readonly from: TokyoDate; readonly to: TokyoDate },
): Promise<Former> {
  const { rows } = await sql<UsageOfDay & { until: TokyoDate }>`
    select f.line_id as "lineId", d.day, d.high_bytes as "highBytes", d.low_bytes as "lowBytes", f.until,
      greatest(d.high_bytes - coalesce(u.uncovered_bytes, 0), 0) as "usedBytes"
    from usage_former f
    join usage_by_day d on d.contract_id = f.from_contract_id and d.line_id = f.from_line_id
      and d.day between f.since and f.until and d.day between ${from} and ${to}
    left join usage_uncovered u on u.contract_id = d.contract_id and u.line_id = d.line_id and u.day = d.day
    where f.contract_id = ${contractId} order by d.day, f.line_id`.execute(db)
  return {
    days: rows,
    months: [...Map.groupBy(rows, ({ lineId, day }) => `${lineId} ${day.slice(0, 7)}`)].map(
      ([name, own]) => {
        const [lineId = '', month = ''] = name.split(' ')
        return { lineId, month: tokyoMonth(month), ...sumsOf(own) }
      },
    ),
    until: rows[0]?.until,
  }
}

function sumsOf(days: readonly UsageOfDay[]) {
  const sum = (of: (day: UsageOfDay) => number) => days.reduce((all, day) => all + of(day), 0)
  return {
    highBytes: sum((day) => day.highBytes),
    usedBytes: sum((day) => day.usedBytes),
    lowBytes: sum((day) => day.lowBytes),
  }
}
