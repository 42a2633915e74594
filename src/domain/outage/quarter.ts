import { inForce, type Dated } from '../catalogue/dated.ts'
import { startOfDay, toTokyoDate, tokyoDate, type Instant } from '../tokyo.ts'

/** From so many lines, or from so many hours, an accident is in the quarter's report; one of both is enough. */
export type QuarterRow = Dated & {
  readonly lines: number
  readonly hours: number
  readonly source: string
}

/** 要確認（法務）: the figures are those known of the rule; the authority's page was not read. A row is never edited: it gets a last day. */
export const quarterRows: readonly QuarterRow[] = [
  {
    lines: 30_000,
    hours: 2,
    source: '電気通信事業報告規則 第7条の3',
    validFrom: tokyoDate('2010-04-01'),
  },
]

/** Why an accident is in the report; none of it where it is in none. */
export type QuarterGround = 'lines' | 'hours'

export function quarterGrounds(
  beganAt: Instant,
  { lines, minutes }: { readonly lines: number; readonly minutes: number },
): QuarterGround[] {
  const row = quarterRows.find((one) => inForce(one, toTokyoDate(beganAt)))
  if (row === undefined) return []
  return [
    ...(lines >= row.lines ? (['lines'] as const) : []),
    // What stopped no line has no user to report.
    ...(lines > 0 && minutes >= row.hours * 60 ? (['hours'] as const) : []),
  ]
}

/** A quarter of the calendar in Japan, as 「2026-Q4」 names it: its first moment, and the first after it. */
export function quarterNamed(name: string): { from: Instant; to: Instant } | undefined {
  const [, year, quarter] = /^(20\d\d)-Q([1-4])$/.exec(name) ?? []
  if (year === undefined || quarter === undefined) return undefined
  const firstOf = (n: number) => {
    const month = String((n % 4) * 3 + 1).padStart(2, '0')
    return startOfDay(tokyoDate(`${Number(year) + Math.floor(n / 4)}-${month}-01`))
  }
  return { from: firstOf(Number(quarter) - 1), to: firstOf(Number(quarter)) }
}
