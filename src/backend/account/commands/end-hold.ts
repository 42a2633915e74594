import { lockAccount } from '#backend/account-lock.ts'
import type { Db } from '#backend/db/connect.ts'
import type { HoldRow } from '#backend/hold/holds.ts'
import type { Instant } from '#domain/tokyo.ts'
import { findEdit, saveState, setHeldUntil } from '../rows/edits.ts'
import { advanceEdit, auditEdit, stepEdit, type EditDeps } from './advance-edit.ts'

/** Ends a change that its owner stopped while it was on hold. */
export async function stopEdit(tx: Db, hold: HoldRow, now: Instant) {
  const row = await lockHeldEdit(tx, hold)
  if (row === undefined) return
  const by = { actor: 'system', now } as const
  const ended = await stepEdit(tx, await setHeldUntil(tx, row, null), 'withdrawn', by)
  await auditEdit(tx, ended, by, 'profile-edit-stopped')
}

/** Goes on with a change whose hold is over; the time for its codes counts from here on. */
export async function releaseEdit(tx: Db, deps: EditDeps, hold: HoldRow, now: Instant) {
  const row = await lockHeldEdit(tx, hold)
  if (row === undefined) return
  const free = await setHeldUntil(tx, row, null)
  await advanceEdit(tx, deps, await saveState(tx, free, free.state, now), now)
}

/** Undefined where the member has withdrawn it meanwhile. */
async function lockHeldEdit(tx: Db, { account_id: accountId, order_no: editNo }: HoldRow) {
  await lockAccount(tx, accountId)
  const row = await findEdit(tx, accountId, editNo)
  return row?.state === 'submitted' ? row : undefined
}
