import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { groupEnds } from '#domain/console/queue-due.ts'
import type { Instant } from '#domain/tokyo.ts'
import { boundIn, keyOf, rowsWithin, type DeskTime, type Stream } from './streams.ts'

/** So many rows of a stream are counted, unless fewer are asked for: a queue of tens of thousands is as quick to show as a short one. */
const COUNTED = 1000

type Bounds = Parameters<typeof rowsWithin>[2]

export type StreamCount = {
  readonly stream: Stream
  readonly rows: number
  readonly isMore: boolean
  readonly overdue: number
  /** Overdue, or over its time by tonight. */
  readonly missing: number
  readonly oldest: Instant | null
}

/** Counts every stream up to so many rows, in one question. */
export async function countStreams(
  db: Db,
  streams: readonly Stream[],
  time: DeskTime,
  bounds: Bounds,
  most = COUNTED,
): Promise<StreamCount[]> {
  if (streams.length === 0) return []
  const ends = groupEnds(time.now)
  const parts = streams.map((stream, index) => {
    const by = (moment: Instant) =>
      sql`at <= ${boundIn(stream, moment, time).toString()}::timestamptz`
    return sql`
      select ${sql.lit(index)} as index, count(*) as rows, min(since) as oldest,
        count(*) filter (where ${by(ends.overdue)}) as overdue, count(*) filter (where ${by(ends.today)}) as missing
      from (select since, ${keyOf(stream)} as at ${rowsWithin(stream, time, bounds)}
        order by at limit ${sql.lit(most + 1)}) as counted`
  })
  const { rows } = await sql<Omit<StreamCount, 'stream' | 'isMore'> & { index: number }>`
    ${sql.join(parts, sql` union all `)}`.execute(db)
  return rows.flatMap(({ index, ...counted }) => {
    const stream = streams[index]
    if (stream === undefined) return []
    return [{ ...counted, stream, isMore: counted.rows > most }]
  })
}

/** The sum of some streams: what a queue, or all of them, is said to hold. */
export function sumOf(counts: readonly StreamCount[]) {
  const sum = (figure: 'rows' | 'overdue' | 'missing') =>
    counts.reduce((all, one) => all + one[figure], 0)
  const oldest = counts
    .flatMap((one) => one.oldest ?? [])
    .toSorted((a, b) => Temporal.Instant.compare(a, b))[0]
  return {
    rows: Math.min(sum('rows'), COUNTED),
    isMore: counts.some(({ isMore }) => isMore) || sum('rows') > COUNTED,
    overdue: Math.min(sum('overdue'), COUNTED),
    missing: Math.min(sum('missing'), COUNTED),
    missingIsMore: sum('missing') > COUNTED,
    oldest,
  }
}
