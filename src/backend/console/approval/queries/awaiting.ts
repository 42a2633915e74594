import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { operationsFor } from '../procedure.ts'
import { toWireNamed, type Viewer } from './approvals.ts'

/** Whether somebody has a role that proposes or approves anything at all. */
export const hasApprovals = ({ roles }: Pick<Viewer, 'roles'>): boolean =>
  operationsFor(roles, 'proposes', 'approves').length > 0

/** What waits for this person's approval, the first to lapse first. Own proposals wait for somebody else. */
export async function awaitingApproval(
  db: Db,
  deps: { readonly sealing: Sealing },
  viewer: Viewer,
) {
  const rows = await awaiting(db, viewer).selectAll().orderBy('until').execute()
  return toWireNamed(db, deps, rows, viewer)
}

/** How many they are. */
export async function countAwaiting(db: Db, viewer: Viewer): Promise<number> {
  const { count } = await awaiting(db, viewer)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const awaiting = (db: Db, { roles, staffId, now }: Viewer) =>
  db
    .selectFrom('approval')
    .where('state', '=', 'proposed')
    .where(sql<boolean>`operation = any(${operationsFor(roles, 'approves')}::text[])`)
    .where('proposed_by', '<>', staffId)
    .where('until', '>', now)
