import { sql } from 'kysely'
import { z } from 'zod'
import type { OpenGrant } from '#backend/caller.ts'
import type { Db } from '#backend/db/connect.ts'
import { pageOf, readCursor } from '#backend/paging.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import type { recordApi } from '#protocol/console/record.ts'
import type { Answer } from '#protocol/endpoint.ts'
import { staffRoles, type StaffRole } from '#vocabulary/console.ts'
import { actionWords } from '#vocabulary/audit-action.ts'

type Entries = Answer<typeof recordApi.consoleRecordGet>

const ROWS = 50

const cursorKey = z.tuple([z.string(), z.string(), z.int()])

/** What the audit has of the account and its contract, the newest first. */
export async function readEntries(
  db: Db,
  { accountId, contractId }: OpenGrant,
  cursor: string | undefined,
): Promise<Entries> {
  const after = readCursor(cursor, cursorKey)
  const read = await db
    .selectFrom('audit_entry')
    .select(['chain', 'position', 'at', 'actor', 'action', 'target', 'details'])
    .where('chain', 'in', contractId === null ? [accountId] : [accountId, contractId])
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(at, chain, position) < (${after?.[0]}::timestamptz, ${after?.[1]}, ${after?.[2]})`,
      ),
    )
    .orderBy('at', 'desc')
    .orderBy('chain', 'desc')
    .orderBy('position', 'desc')
    .limit(ROWS + 1)
    .execute()
  const { rows, nextCursor } = pageOf(read, ROWS, (row) => [
    row.at.toString(),
    row.chain,
    row.position,
  ])
  return {
    rows: rows.map(({ position, at, actor, action, target, details }) => ({
      position,
      at: formatRfc3339(at),
      actor: actors.parse(actor),
      action,
      ...wordsOf(action),
      target,
      ...staffIn(details),
    })),
    ...(nextCursor !== undefined && { nextCursor }),
  }
}

const actors = z.enum(['member', 'staff', 'system', 'carrier'])

function wordsOf(action: string) {
  const words = actionWords[action]
  return words === undefined ? {} : { words }
}

/** Who of the staff, by which role and in which case, where the entry says so. */
function staffIn(details: Readonly<Record<string, unknown>>) {
  const { staff, role, caseNo } = details
  return {
    ...(typeof staff === 'string' && { staffId: staff }),
    ...(isRole(role) && { role }),
    ...(typeof caseNo === 'string' && { ticketNo: caseNo }),
  }
}

const isRole = (role: unknown): role is StaffRole =>
  typeof role === 'string' && Object.hasOwn(staffRoles, role)
