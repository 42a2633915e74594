import { lockAccount } from '#backend/account-lock.ts'
import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Instant } from '#domain/tokyo.ts'
import { findEdit, findLateEdits, type EditRow } from '../rows/edits.ts'
import { stepEdit, type EditStepDeps } from './advance-edit.ts'

/** Ours. */
const CODES_HOURS = 24
const PROOF_HOURS = 14 * 24

/** Withdraws changes whose codes were not typed or whose documents were not shown in time, and notifies the member. */
export async function lapseEdits(
  { database, ...deps }: EditStepDeps & Pick<AreaDeps, 'database'>,
  now: Instant,
) {
  const late = await findLateEdits(database.db, {
    codes: now.subtract({ hours: CODES_HOURS }),
    documents: now.subtract({ hours: PROOF_HOURS }),
  })
  for (const row of late)
    await database.db.transaction().execute((tx) => lapseOne(tx, deps, row, now))
}

async function lapseOne(tx: Db, deps: EditStepDeps, found: EditRow, now: Instant) {
  await lockAccount(tx, found.account_id)
  const row = await findEdit(tx, found.account_id, found.edit_no)
  if (row === undefined || row.state !== found.state) return
  await stepEdit(tx, deps, { actor: 'system', now }, row, 'lapsed')
}
