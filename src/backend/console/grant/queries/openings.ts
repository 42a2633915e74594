import { namesOfStaff } from '#backend/console/staff/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { anyOf, columnsOf } from '#backend/db/rows.ts'
import { formatRfc3339, type Instant } from '#domain/tokyo.ts'
import type { accessApi } from '#protocol/console/access.ts'
import type { Answer } from '#protocol/endpoint.ts'
import { recordParts } from '#vocabulary/console.ts'
import { contactFields, identityFields } from '#vocabulary/console-record.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { REVIEWED_DAYS } from './unusual.ts'

type Opening = Answer<typeof accessApi.consoleAccessOfGet>['openings'][number]

const fields = namesOf({ ...contactFields, ...identityFields })

/** Openings of a member's record with what was read by each, the newest first; the last 500. */
export const readOpeningsOf = (db: Db, accountId: string) => readOpenings(db, { accountId })

/** One's own, of the last weeks. */
export const readOwnOpenings = (db: Db, staffId: string, now: Instant) =>
  readOpenings(db, { staffId, since: now.subtract({ hours: 24 * REVIEWED_DAYS }) })

async function readOpenings(
  db: Db,
  of: { accountId?: string; staffId?: string; since?: Instant },
): Promise<{ openings: Opening[] }> {
  const { accountId, staffId, since } = of
  const rows = await db
    .selectFrom('access_grant')
    .selectAll()
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
    .$if(staffId !== undefined, (query) => query.where('staff_id', '=', staffId ?? ''))
    .$if(since !== undefined, (query) => query.where('opened_at', '>', since ?? null))
    .orderBy('opened_at', 'desc')
    .limit(500)
    .execute()
  const reads = await readsOf(db, rows)
  const names = await namesOfStaff(
    db,
    rows.map((row) => row.staff_id),
  )
  return {
    openings: rows.map((row) => {
      const read = reads.get(row.grant_id) ?? []
      const of = (kind: 'part' | 'field') =>
        new Set(read.filter((one) => one.kind === kind).map((one) => one.what))
      return {
        grant: row.grant_id,
        state: row.state,
        staffId: row.staff_id,
        staffName: names.get(row.staff_id) ?? row.staff_id,
        role: row.role,
        ticketNo: row.ticket_no,
        reason: row.reason,
        accountId: row.account_id,
        ...(row.contract_id !== null && { contractId: row.contract_id }),
        openedAt: formatRfc3339(row.opened_at),
        ...(row.ended_at !== null && { endedAt: formatRfc3339(row.ended_at) }),
        parts: namesOf(recordParts).filter((part) => of('part').has(part)),
        fields: fields.filter((field) => of('field').has(field)),
      }
    }),
  }
}

async function readsOf(db: Db, grants: readonly { account_id: string; grant_id: string }[]) {
  if (grants.length === 0) return new Map<string, { kind: string; what: string }[]>()
  const rows = await columnsOf(db, 'access_read', ['grant_id', 'kind', 'what'], {
    account_id: anyOf([...new Set(grants.map((one) => one.account_id))]),
    grant_id: anyOf(grants.map((one) => one.grant_id)),
  })
  return Map.groupBy(rows, (row) => row.grant_id)
}
