import { type Selectable, sql } from 'kysely'
import { roleHolds } from '#backend/contract/family-roles.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Database } from '#backend/db/tables.ts'
import type { FamilyRequestState } from '#domain/family-request/request-states.ts'
import { endOfDay, type Instant, startOfDay, toTokyoDate } from '#domain/tokyo.ts'

export type RequestRow = Selectable<Database['family_request']>

/** A request, with whether the role it was asked by still holds. */
export type KnownRequest = RequestRow & { readonly holds: boolean }

/** Written down at one go. */
const BATCH = 500
/** What waits, one of each line at most, and the last of the others. */
const SHOWN = 10

export const noteAad = (requestId: string) => `family_request.note:${requestId}`
export const replyAad = (requestId: string) => `family_request.reply:${requestId}`

const known = (db: Db) =>
  db
    .selectFrom('family_request as q')
    .innerJoin('family_role as r', 'r.role_id', 'q.role_id')
    .innerJoin('contract as c', 'c.contract_id', 'q.contract_id')
    .selectAll('q')
    .select(sql<boolean>`(r.state = 'active' and ${roleHolds})`.as('holds'))

/** Of a contract or of one of its lines: what waits first, then the latest. */
export async function requestsOf(
  db: Db,
  {
    contractId,
    lineId,
    only,
  }: {
    readonly contractId: string
    readonly lineId?: string | undefined
    readonly only?: 'open' | undefined
  },
): Promise<KnownRequest[]> {
  return known(db)
    .where('q.contract_id', '=', contractId)
    .$if(lineId !== undefined, (all) => all.where('q.line_id', '=', lineId ?? ''))
    .$if(only !== undefined, (all) => all.where('q.state', '=', 'open'))
    .orderBy(sql`q.state = 'open'`, 'desc')
    .orderBy('q.asked_at', 'desc')
    .orderBy('q.request_id', 'desc')
    .limit(SHOWN)
    .execute()
}

export const findRequest = (db: Db, requestId: string): Promise<KnownRequest | undefined> =>
  known(db).where('q.request_id', '=', requestId).executeTakeFirst()

/** How it stands at this moment, also before its row says so: with its clock, its line or its role it is over at once. */
export function stateOf(row: KnownRequest, now: Instant): FamilyRequestState {
  if (row.state !== 'open') return row.state
  if (!row.holds) return 'closed'
  return Temporal.Instant.compare(row.expires_at, now) <= 0 ? 'expired' : 'open'
}

/** How many were sent of a line in the day that runs, withdrawn ones included. */
export async function countAskedToday(
  db: Db,
  { contractId, lineId }: { readonly contractId: string; readonly lineId: string },
  now: Instant,
): Promise<number> {
  const today = toTokyoDate(now)
  const { asked } = await db
    .selectFrom('family_request')
    .select(({ fn }) => fn.countAll<number>().as('asked'))
    .where('contract_id', '=', contractId)
    .where('line_id', '=', lineId)
    .where('asked_at', '>=', startOfDay(today))
    .where('asked_at', '<', endOfDay(today))
    .executeTakeFirstOrThrow()
  return asked
}

/** Rows that wait and are over: by their clock, or with the role they were asked by. */
export const requestsThatAreOver = (db: Db, now: Instant): Promise<KnownRequest[]> =>
  known(db)
    .where('q.state', '=', 'open')
    .where((eb) =>
      eb.or([
        eb('q.expires_at', '<=', now),
        sql<boolean>`not (r.state = 'active' and ${roleHolds})`,
      ]),
    )
    .orderBy('q.request_id')
    .limit(BATCH)
    .execute()
