import { sql } from 'kysely'
import { recordNote } from '#backend/step/record-change.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Instant } from '#domain/tokyo.ts'

/** Something that waits for a person. Lists are printed and counted: no row may hold personal data. */
export type Finding = {
  /** In words for the operator, e.g. `calls that cannot be rated`. */
  readonly what: string
  /** How such a row is put right, or what puts it right by itself. */
  readonly resolve: string
  /** Begins the work of a row again. False where there is no such row. */
  readonly again?: (tx: Db, ref: string) => Promise<boolean>
} & (
  | {
      /** One row for each, as `ref` (what to look up), `detail` and `since` (both may be null); `$now` is the time of asking. */
      readonly query: string
      /** Nothing may ever put a row right: the desk can tick it off. */
      readonly canBeSettled?: true
    }
  | { readonly rows: (db: Db, now: Instant) => Promise<FindingRow[]> }
)

export type Findings = Readonly<Record<string, Finding>>

export type NamedFinding = Finding & { readonly name: string }

export type FindingRow = { ref: string; detail: string | null; since: Instant | null }

/** What one finding lists at `now`, the oldest first. */
export async function listFinding(
  db: Db,
  finding: NamedFinding,
  now: Instant,
): Promise<FindingRow[]> {
  if ('rows' in finding) return finding.rows(db, now)
  const { rows } = await sql<FindingRow>`
    select ref, detail, since from ${openRows(finding, now)}
    order by since nulls first, ref`.execute(db)
  return rows
}

/** How many rows one finding has at `now`, and since when the oldest waits. */
export async function countFinding(
  db: Db,
  finding: NamedFinding,
  now: Instant,
): Promise<{ rows: number; oldest: Instant | null }> {
  if ('rows' in finding) {
    const listed = await finding.rows(db, now)
    return { rows: listed.length, oldest: listed[0]?.since ?? null }
  }
  const counted = await sql<{ rows: number; oldest: Instant | null }>`
    select count(*) as rows, min(since) as oldest from ${openRows(finding, now)}`.execute(db)
  return counted.rows[0] ?? { rows: 0, oldest: null }
}

/**
 * Ticks a row off as it is now; the audit records who did it for which case.
 * @throws RangeError for a row that is not listed, or of a finding that closes by itself
 */
export async function resolveFinding(
  tx: Db,
  finding: NamedFinding,
  { ref, caseNo }: { ref: string; caseNo: string },
  now: Instant,
): Promise<void> {
  const { name } = finding
  if (!('canBeSettled' in finding))
    throw new RangeError(`${name} closes by itself or by what npm run findings -- ${name} says`)
  const row = (await listFinding(tx, finding, now)).find((one) => one.ref === ref)
  if (row === undefined) throw new RangeError(`${name} lists no ${ref}`)
  const detail = row.detail ?? ''
  await sql`
    insert into finding_settled values (${name}, ${ref}, ${detail}, ${caseNo}, ${now.toString()}::timestamptz)
    on conflict (finding, ref) do update
      set detail = excluded.detail, case_no = excluded.case_no, settled_at = excluded.settled_at`.execute(
    tx,
  )
  await recordNote(
    tx,
    { actor: 'staff', now },
    {
      action: 'finding-settled',
      target: ref,
      details: { finding: name, detail, case: caseNo },
    },
  )
}

function openRows(finding: NamedFinding & { query: string; canBeSettled?: true }, now: Instant) {
  const found = sql.join(
    finding.query.split('$now').map((part) => sql.raw(part)),
    sql`${now.toString()}::timestamptz`,
  )
  if (!finding.canBeSettled) return sql`(${found}) as found`
  return sql`(
    select * from (${found}) as listed where not exists (
      select from finding_settled s
      where s.finding = ${finding.name} and s.ref = listed.ref and s.detail = coalesce(listed.detail, ''))
  ) as found`
}
