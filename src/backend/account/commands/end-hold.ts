import { lockAccount } from '#backend/account-lock.ts'
import type { Db } from '#backend/db/connect.ts'
import type { HoldRow } from '#backend/hold/holds.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { StepDeps } from '#backend/step/record-change.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { findEdit, setHeldUntil } from '../rows/edits.ts'
import { profileEdits } from '../steps.ts'
import { advanceEdit, type EditDeps } from './advance-edit.ts'

/** Ends a change that its owner stopped while it was on hold. */
export async function stopEdit(tx: Db, deps: StepDeps, hold: HoldRow, now: Instant) {
  const row = await lockHeldEdit(tx, hold)
  if (row === undefined) return
  const free = await setHeldUntil(tx, row, null)
  const system = { actor: 'system', now } as const
  await takeStep(tx, deps, system, profileEdits, { row: free, step: 'stopped' })
}

/** Goes on with a change whose hold is over; the time for its codes counts from here on. */
export async function releaseEdit(tx: Db, deps: EditDeps, hold: HoldRow, now: Instant) {
  const row = await lockHeldEdit(tx, hold)
  if (row === undefined) return
  const system = { actor: 'system', now } as const
  const patch = { held_until: null }
  const free = await takeStep(tx, deps, system, profileEdits, { row, step: 'released', patch })
  await advanceEdit(tx, deps, free, now)
}

/** Undefined where the member has withdrawn it meanwhile. */
async function lockHeldEdit(tx: Db, { account_id: accountId, order_no: editNo }: HoldRow) {
  await lockAccount(tx, accountId)
  const row = await findEdit(tx, accountId, editNo)
  return row?.state === 'submitted' ? row : undefined
}
