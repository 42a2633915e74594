import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { getRow } from '#backend/db/rows.ts'
import { notFound } from '#backend/refusal.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { callerProofs, findOverdueProofs } from '#backend/telephone/public.ts'
import type { Instant } from '#domain/tokyo.ts'
import { actingBy, findOverdueGrants, type GrantRow, type Reading } from '../rows/grants.ts'
import { grants } from '../steps.ts'

type Deps = Pick<AreaDeps, 'outbox'>

/** Closes the person's own grant; one that is over stays as it ended. */
export async function closeGrant(tx: Db, deps: Deps, reading: Reading): Promise<GrantRow> {
  const row = await getRow(
    tx,
    'access_grant',
    { grant_id: reading.grantId, staff_id: reading.staff.staffId },
    notFound,
  )
  return row.state === 'open' ? end(tx, deps, row, reading, 'closed') : row
}

/** Ends another person's grant: by who looks after personal data. @throws RefusalError WRONG_STATE */
export async function revokeGrant(tx: Db, deps: Deps, reading: Reading): Promise<GrantRow> {
  const row = await getRow(tx, 'access_grant', { grant_id: reading.grantId }, notFound)
  return end(tx, deps, row, reading, 'revoked')
}

function end(tx: Db, deps: Deps, row: GrantRow, reading: Reading, step: 'closed' | 'revoked') {
  const who = actingBy(row, reading)
  return takeStep(tx, deps, who, grants, { row, step, patch: { ended_at: reading.now } })
}

/** What the clock has ended. A second run finds nothing. */
export async function expireGrants(deps: Pick<AreaDeps, 'database' | 'outbox'>, now: Instant) {
  await deps.database.db.transaction().execute(async (tx) => {
    for (const row of await findOverdueGrants(tx, now))
      await takeStep(
        tx,
        deps,
        { actor: 'system', accountId: row.account_id, now, caseNo: row.ticket_no },
        grants,
        { row, step: 'expired', patch: { ended_at: row.ends_at } },
      )
    for (const row of await findOverdueProofs(tx, now))
      await takeStep(tx, deps, { actor: 'system', accountId: row.account_id, now }, callerProofs, {
        row,
        step: 'expired',
        patch: { ended_at: row.expires_at },
      })
  })
}
