import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { Instant } from '#domain/tokyo.ts'

/** Something that waits for a person. Lists are printed and counted: no row may hold personal data. */
export type Finding = {
  /** In words for the operator, e.g. `calls that cannot be rated`. */
  readonly what: string
  /** How such a row is put right, or what puts it right by itself. */
  readonly resolve: string
} & (
  | {
      /** One row for each, as `ref` (what to look up), `detail` and `since` (both may be null); `$now` is the time of asking. */
      readonly query: string
    }
  | { readonly rows: (db: Db, now: Instant) => Promise<FindingRow[]> }
)

export type Findings = Readonly<Record<string, Finding>>

export type FindingRow = { ref: string; detail: string | null; since: Instant | null }

/** What one finding lists at `now`, the oldest first. */
export async function listFinding(db: Db, finding: Finding, now: Instant): Promise<FindingRow[]> {
  if ('rows' in finding) return finding.rows(db, now)
  const { rows } = await sql<FindingRow>`
    select ref, detail, since from (${questionOf(finding.query, now)}) as found
    order by since nulls first, ref`.execute(db)
  return rows
}

/** How many rows one finding has at `now`, and since when the oldest waits. */
export async function countFinding(
  db: Db,
  finding: Finding,
  now: Instant,
): Promise<{ rows: number; oldest: Instant | null }> {
  if ('rows' in finding) {
    const listed = await finding.rows(db, now)
    return { rows: listed.length, oldest: listed[0]?.since ?? null }
  }
  const counted = await sql<{ rows: number; oldest: Instant | null }>`
    select count(*) as rows, min(since) as oldest
    from (${questionOf(finding.query, now)}) as found`.execute(db)
  return counted.rows[0] ?? { rows: 0, oldest: null }
}

const questionOf = (query: string, now: Instant) =>
  sql.join(
    query.split('$now').map((part) => sql.raw(part)),
    sql`${now.toString()}::timestamptz`,
  )
