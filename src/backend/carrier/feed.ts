import { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import { findRow } from '#backend/db/rows.ts'
import { addMonths, instant, toTokyoMonth, type Instant, type TokyoMonth } from '#domain/tokyo.ts'

/** Where the reading of one of the carrier's feeds goes on. */
export async function feedCursor(db: Db, source: 'calls' | 'usage'): Promise<string> {
  const row = await findRow(db, 'import_cursor', { source }, 'cursor')
  return row?.cursor ?? ''
}

type Asking = {
  readonly query: (
    text: string,
    values: (string | null)[],
  ) => Promise<{ readonly rows: readonly unknown[] }>
}

const cursorRow = z.object({ cursor: z.string() })

/** From now on no other import of the feed writes. @returns where it goes on */
export async function lockFeed(
  asking: Asking,
  source: 'calls' | 'usage',
  now: Instant,
): Promise<string> {
  await asking.query(
    `insert into import_cursor (source, cursor, imported_at) values ($1, '', $2)
     on conflict do nothing`,
    [source, now.toString()],
  )
  const { rows } = await asking.query(
    `select cursor from import_cursor where source = $1 for update`,
    [source],
  )
  return cursorRow.parse(rows[0]).cursor
}

/** @param through until when the feed is complete, where that is known; it never goes back */
export async function moveFeed(
  asking: Asking,
  source: 'calls' | 'usage',
  { cursor, through, now }: { cursor: string; through: Instant | undefined; now: Instant },
): Promise<void> {
  await asking.query(
    `update import_cursor set cursor = $2, imported_at = $3,
       through = greatest(through, $4::timestamptz)
     where source = $1`,
    [source, cursor, now.toString(), through?.toString() ?? null],
  )
}

/** The months of a batch's records, that of the import, and the next one ahead of its time. */
export function monthsOf(times: ReadonlySet<string>, until: Instant): TokyoMonth[] {
  const month = toTokyoMonth(until)
  return [...[...times].map((time) => toTokyoMonth(instant(time))), month, addMonths(month, 1)]
}
