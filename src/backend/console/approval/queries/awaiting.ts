import type { Db } from '#backend/db/connect.ts'
import { operationsFor } from '../procedure.ts'
import { toWireNamed, type Viewer } from './approvals.ts'

/** Whether somebody has a role that proposes or approves anything at all. */
export const hasApprovals = ({ roles }: Pick<Viewer, 'roles'>): boolean =>
  operationsFor(roles, 'proposes', 'approves').length > 0

/** What waits for this person's approval, the first to lapse first. Own proposals wait for somebody else. */
export async function awaitingApproval(db: Db, viewer: Viewer) {
  const mine = operationsFor(viewer.roles, 'approves')
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
