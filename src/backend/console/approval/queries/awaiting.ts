import type { Db } from '#backend/db/connect.ts'
import { roleFor, rolesFor } from '#domain/console/acts.ts'
import { guardedOperations } from '#vocabulary/guarded.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { guarded } from '../procedure.ts'
import { toWireNamed, type Viewer } from './approvals.ts'

const operations = namesOf(guardedOperations)

/** Whether somebody has a role that proposes or approves anything at all. */
export const hasApprovals = ({ roles }: Pick<Viewer, 'roles'>): boolean =>
  operations.some((operation) =>
    [
      ...rolesFor(guarded[operation].act, 'proposes'),
      ...rolesFor(guarded[operation].act, 'approves'),
    ].some((role) => roles.includes(role)),
  )

/** What waits for this person's approval, the first to lapse first. Own proposals wait for somebody else. */
export async function awaitingApproval(db: Db, viewer: Viewer) {
  const mine = operations.filter(
    (operation) => roleFor(viewer.roles, guarded[operation].act, 'approves') !== undefined,
  )
  if (mine.length === 0) return []
  const rows = await db
    .selectFrom('approval')
    .selectAll()
    .where('state', '=', 'proposed')
    .where('operation', 'in', mine)
    .where('proposed_by', '<>', viewer.staffId)
    .where('until', '>', viewer.now)
    .orderBy('until')
    .execute()
  return toWireNamed(db, rows, viewer)
}
