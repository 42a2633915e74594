import { sql } from 'kysely'
import { recordNote, type Acting } from '#backend/step/record-change.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { ConsoleAct, WorkQueue } from '#vocabulary/console.ts'

/** Something that waits for a person. Lists are printed and counted: no row may hold personal data. */
export type Finding = {
  /** In words for the operator, e.g. `calls that cannot be rated`. */
  readonly what: string
  /** How such a row is put right, or what puts it right by itself. */
  readonly resolve: string
  /** The queue of the staff's console that lists it. */
  readonly queue: WorkQueue
  /** What becomes of it if nobody acts (放置すると): a sentence for staff. */
  readonly ifLeft: string
  /** What staff can do with a row; none where it closes by itself. */
  readonly acts: readonly ConsoleAct[]
  /** Whether an act fits a row as it is now, by its facts; without it all fit. What is pressed is tried in any case. */
  readonly fits?: (act: ConsoleAct, facts: Readonly<Record<string, unknown>>) => boolean
  /** Rows may have a date of the member's own, as `due`; the others are due by the hours of the desk. */
  readonly hasDate?: true
  /**
   * One row for each, as `ref` (what to look up), `detail`, `since`, `account_id`, `contract_id`, `facts` (an object by the
   * names of `queueFacts`) and, where it `hasDate`, `due`; all but `ref`, `since` and `facts` may be null. `$now` is the
   * time of asking.
   */
  readonly query: string
  /** Nothing may ever put a row right: the desk can tick it off. */
  readonly canBeSettled?: true
  /** Begins the work of a row again. False where there is no such row. */
  readonly again?: (tx: Db, ref: string) => Promise<boolean>
}

export type Findings = Readonly<Record<string, Finding>>

export type NamedFinding = Finding & { readonly name: string }

export type FindingRow = { ref: string; detail: string | null; since: Instant }

/** What one finding lists at `now`, the oldest first. */
export async function listFinding(
  db: Db,
  finding: NamedFinding,
  now: Instant,
): Promise<FindingRow[]> {
  const { rows } = await sql<FindingRow>`
    select ref, detail, since from ${openRows(finding, now)}
    order by since, ref`.execute(db)
  return rows
}

/** How many rows one finding has at `now`, and since when the oldest waits. */
export async function countFinding(
  db: Db,
  finding: NamedFinding,
  now: Instant,
): Promise<{ rows: number; oldest: Instant | null }> {
  const counted = await sql<{ rows: number; oldest: Instant | null }>`
    select count(*) as rows, min(since) as oldest from ${openRows(finding, now)}`.execute(db)
  return counted.rows[0] ?? { rows: 0, oldest: null }
}

type Resolved = {
  readonly ref: string
  readonly caseNo: string
  /** Who of the staff, where that is known. */
  readonly by?: Pick<Acting, 'staffId' | 'role' | 'caseNo'>
}

/** What is listed of one member: of the account or of the contract, by finding. */
export async function findingsAbout(
  db: Db,
  findings: readonly NamedFinding[],
  { accountId, contractId }: { readonly accountId: string; readonly contractId: string | null },
  now: Instant,
): Promise<{ name: string; rows: number; oldest: Instant }[]> {
  const each = findings.map(
    (finding) => sql`
      select ${finding.name}::text as name, count(*) as rows, min(since) as oldest from ${openRows(finding, now)}
      where account_id = ${accountId} or contract_id = ${contractId}::text having count(*) > 0`,
  )
  const { rows } = await sql<{ name: string; rows: number; oldest: Instant }>`
    ${sql.join(each, sql` union all `)} order by oldest, name`.execute(db)
  return rows
}

/**
 * Ticks a row off as it is now; the audit records who did it for which case.
 * @throws RangeError for a row that is not listed, or of a finding that closes by itself
 */
export async function resolveFinding(
  tx: Db,
  finding: NamedFinding,
  { ref, caseNo, by = {} }: Resolved,
  now: Instant,
): Promise<void> {
  const { name } = finding
  if (!finding.canBeSettled)
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
    { ...by, actor: 'staff', now },
    {
      action: 'finding-settled',
      target: ref,
      details: { finding: name, detail, case: caseNo },
    },
  )
}

/** The rows of a finding as a part of a statement (`from …`), without those that the desk has ticked off. */
export function openRows(finding: NamedFinding, now: Instant) {
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
