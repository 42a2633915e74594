import { sql } from 'kysely'
import { z } from 'zod'
import type { SignedInStaff } from '#backend/caller.ts'
import { namesOfStaff } from '#backend/console/staff/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { pageOf, readCursor } from '#backend/paging.ts'
import { RefusalError } from '#backend/refusal.ts'
import { staffChain } from '#backend/staff-access.ts'
import { recordAct } from '#backend/step/record-change.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import type { consoleAuditApi } from '#protocol/console/audit.ts'
import type { Answer, Input } from '#protocol/endpoint.ts'
import { reportedInstant } from '#protocol/primitives.ts'
import { staffRoles, type StaffRole } from '#vocabulary/console.ts'
import { namesOf } from '#vocabulary/state-words.ts'

type Searched = Input<typeof consoleAuditApi.consoleAuditSearchPost>['body']
type Found = Answer<typeof consoleAuditApi.consoleAuditSearchPost>
type Asking = {
  readonly staff: SignedInStaff
  readonly now: Temporal.Instant
  readonly traceKey: string
}

const ROWS = 50
const key = z.tuple([reportedInstant, z.string(), z.int()])

/**
 * Finds entries by who of the staff acted, by the case, or by whose they are, the newest first. That it was asked is
 * written down where it can be read: in the auditor's own chain, and in the chain of the member it was about.
 * @throws RefusalError AUDIT_SEARCH_EMPTY without any of the three
 */
export async function searchAudit(tx: Db, by: Asking, asked: Searched): Promise<Found> {
  if (asked.staffId === undefined && asked.caseNo === undefined && asked.chain === undefined)
    throw new RefusalError('AUDIT_SEARCH_EMPTY')
  // One page after the other is one search.
  if (asked.cursor === undefined) await noteSearch(tx, by, asked)
  const rows = await findEntries(tx, asked)
  const found = pageOf(rows, ROWS, (row) => [row.at.toString(), row.chain, row.position])
  const names = await namesOfStaff(
    tx,
    found.rows.flatMap((row) => row.staff ?? []),
  )
  return { ...found, rows: found.rows.map((row) => toWire(row, names)) }
}

async function noteSearch(tx: Db, { staff, now, traceKey }: Asking, asked: Searched) {
  const { staffId, role, sessionHash } = staff
  const by = { actor: 'staff', staffId, role, sessionHash, now, traceKey } as const
  const own = staffChain(staffId)
  const details = { ofStaff: asked.staffId, ofCase: asked.caseNo }
  for (const chain of new Set([own, asked.chain ?? own])) {
    const target = asked.chain ?? staffId
    await recordAct(tx, by, { chain, action: 'audit-searched', target, details })
  }
}

async function findEntries(tx: Db, asked: Searched) {
  const after = readCursor(asked.cursor, key)
  const said = (name: string) => sql<string | null>`details ->> ${sql.lit(name)}`
  let query = tx
    .selectFrom('audit_entry')
    .select(['chain', 'position', 'at', 'actor', 'action', 'target'])
    .select([said('staff').as('staff'), said('role').as('role'), said('caseNo').as('caseNo')])
    .select([said('act').as('act'), said('code').as('code')])
    .orderBy('at', 'desc')
    .orderBy('chain', 'desc')
    .orderBy('position', 'desc')
    .limit(ROWS + 1)
  if (asked.staffId !== undefined) query = query.where(said('staff'), '=', asked.staffId)
  if (asked.caseNo !== undefined) query = query.where(said('caseNo'), '=', asked.caseNo)
  if (asked.chain !== undefined) query = query.where('chain', '=', asked.chain)
  if (asked.from !== undefined) query = query.where('at', '>=', Temporal.Instant.from(asked.from))
  if (asked.until !== undefined) query = query.where('at', '<', Temporal.Instant.from(asked.until))
  if (after !== undefined)
    query = query.where(
      sql<boolean>`(at, chain, position) < (${after[0]}::timestamptz, ${after[1]}, ${after[2]})`,
    )
  return query.execute()
}

type Row = Awaited<ReturnType<typeof findEntries>>[number]

const actors = z.enum(['member', 'staff', 'system', 'carrier'])
const roleOf = (name: string | null): StaffRole | undefined =>
  namesOf(staffRoles).find((role) => role === name)

const toWire = (row: Row, names: ReadonlyMap<string, string>) => ({
  at: formatRfc3339(row.at),
  actor: actors.parse(row.actor),
  staffId: row.staff ?? undefined,
  staffName: row.staff === null ? undefined : names.get(row.staff),
  role: roleOf(row.role),
  caseNo: row.caseNo ?? undefined,
  action: row.action,
  chain: row.chain,
  target: row.target,
  act: row.act ?? undefined,
  code: row.code ?? undefined,
})
