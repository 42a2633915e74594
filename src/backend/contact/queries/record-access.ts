import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import { pageOf, readCursor } from '#backend/paging.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import type { contactApi } from '#protocol/contact.ts'
import type { Answer } from '#protocol/endpoint.ts'
import { reportedInstant } from '#protocol/primitives.ts'
import { caseReasons, recordParts, staffRoles } from '#vocabulary/console.ts'
import { contactFields, identityFields } from '#vocabulary/console-record.ts'
import { isReading, staffDeed } from '#vocabulary/audit-action.ts'
import { orderPage } from '#vocabulary/pages.ts'
import { namesOf } from '#vocabulary/state-words.ts'

type Accesses = Answer<typeof contactApi.recordAccessGet>

const DEFAULT_LIMIT = 20
const key = z.tuple([reportedInstant, z.string(), z.number()])

const revealFields = { ...contactFields, ...identityFields }

/** What an entry of the staff says of itself; entries of before the console say nothing. */
const detailsOf = z.object({
  role: z.enum(namesOf(staffRoles)).optional().catch(undefined),
  reason: z.enum(namesOf(caseReasons)).optional().catch(undefined),
  caseNo: z.string().optional().catch(undefined),
  part: z.enum(namesOf(recordParts)).optional().catch(undefined),
  field: z.enum(namesOf(revealFields)).optional().catch(undefined),
})

/** The entry's id on the wire: its chain and its position there. */
const idOf = ({ chain, position }: { readonly chain: string; readonly position: number }) =>
  `${chain}-${position}`

const readEntries = (db: Db, accountId: string) =>
  db
    .selectFrom('audit_entry as e')
    .leftJoin('contract as c', (join) =>
      join.onRef('c.contract_id', '=', 'e.chain').on('c.account_id', '=', accountId),
    )
    .leftJoin('ticket as t', (join) =>
      join.on('t.ticket_no', '=', sql<string>`e.details ->> 'caseNo'`),
    )
    .leftJoin('procedure_order as o', (join) =>
      join.onRef('o.contract_id', '=', 'e.chain').onRef('o.order_no', '=', 'e.target'),
    )
    .select(['e.chain', 'e.position', 'e.at', 'e.action', 'e.details', 't.reason', 'o.order_no'])
    .select(
      sql<boolean>`exists (select from ticket_event r where r.account_id = ${accountId}
        and r.kind = 'opened' and r.refers_to = e.chain || '-' || e.position)`.as('reported'),
    )
    .where('e.actor', '=', 'staff')
    .where(
      'e.chain',
      'in',
      sql<string>`(select ${accountId}::text union all select contract_id from contract where account_id = ${accountId})`,
    )
    // What concerned who had the contract before is not this holder's (docs/decisions/068).
    .where(sql<boolean>`(c.succeeded_at is null or e.at >= c.succeeded_at)`)

/** Every look into the member's record and every act in it by the staff, as the audit has them; the latest first. */
export async function listAccesses(
  db: Db,
  asked: {
    readonly accountId: string
    readonly cursor?: string | undefined
    readonly limit?: number | undefined
  },
): Promise<Accesses> {
  const limit = asked.limit ?? DEFAULT_LIMIT
  const after = readCursor(asked.cursor, key)
  let query = readEntries(db, asked.accountId)
    .orderBy('e.at', 'desc')
    .orderBy('e.chain')
    .orderBy('e.position', 'desc')
    .limit(limit + 1)
  if (after !== undefined) {
    const [at, chain, position] = after
    query = query.where(
      sql<boolean>`(e.at < ${at}::timestamptz or e.at = ${at}::timestamptz
        and (e.chain > ${chain} or e.chain = ${chain} and e.position < ${position}))`,
    )
  }
  const page = pageOf(await query.execute(), limit, (row) => [
    row.at.toString(),
    row.chain,
    row.position,
  ])
  return {
    ...page,
    rows: page.rows.map((row) => {
      const {
        role,
        reason = row.reason ?? undefined,
        caseNo,
        part,
        field,
      } = detailsOf.parse(row.details)
      return {
        accessId: idOf(row),
        at: formatRfc3339(row.at),
        ...(role && { role }),
        ...(reason && { reason }),
        ...(caseNo && { caseNo }),
        kind: isReading(row.action) ? 'read' : 'act',
        parts: part === undefined ? [] : [part],
        fields: field === undefined ? [] : [field],
        what: staffDeed(row.action),
        ...(row.order_no !== null && { path: orderPage(row.order_no) }),
        reported: row.reported,
      }
    }),
  }
}

/** The entry that a member asks about; undefined where it is not one of theirs. */
export const findAccess = (db: Db, accountId: string, accessId: string) => {
  const at = accessId.lastIndexOf('-')
  const position = Number(accessId.slice(at + 1))
  return Number.isSafeInteger(position)
    ? readEntries(db, accountId)
        .where('e.chain', '=', accessId.slice(0, Math.max(at, 0)))
        .where('e.position', '=', position)
        .executeTakeFirst()
    : Promise.resolve(undefined)
}
