import { lockAccount } from '#backend/account-lock.ts'
import type { AreaDeps, IdentityConcluded } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import type { HoldRow } from '#backend/hold/holds.ts'
import type { StepDeps } from '#backend/step/record-change.ts'
import { takeStep } from '#backend/step/take-step.ts'
import type { Instant } from '#domain/tokyo.ts'
import { findEdit, findLateEdits, setHoldEnd } from '../rows.ts'
import { profileEdits } from '../steps.ts'
import {
  advanceEdit,
  applyEdit,
  stepEdit,
  type EditDeps,
  type EditStepDeps,
} from './advance-edit.ts'

/** Ends a change that its owner stopped while it was on hold. */
export async function stopEdit(tx: Db, deps: StepDeps, hold: HoldRow, now: Instant) {
  const row = await lockEditOnHold(tx, hold)
  if (row === undefined) return
  const free = await setHoldEnd(tx, row, null)
  const system = { actor: 'system', now } as const
  await takeStep(tx, deps, system, profileEdits, { row: free, step: 'stopped' })
}

/** Goes on with a change whose hold is over; the time for its codes counts from here on. */
export async function releaseEdit(tx: Db, deps: EditDeps, hold: HoldRow, now: Instant) {
  const row = await lockEditOnHold(tx, hold)
  if (row === undefined) return
  const system = { actor: 'system', now } as const
  const patch = { held_until: null }
  const free = await takeStep(tx, deps, system, profileEdits, { row, step: 'released', patch })
  await advanceEdit(tx, deps, free, now)
}

/** Undefined where the member has withdrawn it meanwhile. */
async function lockEditOnHold(tx: Db, { account_id: accountId, order_no: editNo }: HoldRow) {
  await lockAccount(tx, accountId)
  const row = await findEdit(tx, accountId, editNo)
  return row?.state === 'submitted' ? row : undefined
}

/** A check that has come to an end: its change is applied, looked at by staff, or rejected. */
export async function takeIdentityResult(
  tx: Db,
  deps: EditDeps,
  { accountId, orderNo, state, decided }: IdentityConcluded,
  now: Instant,
) {
  await lockAccount(tx, accountId)
  const row = await findEdit(tx, accountId, orderNo)
  if (row === undefined) return
  const isWaiting = row.state === 'documents_required'
  if (!isWaiting && row.state !== 'reviewing') return
  const system = { actor: 'system', now } as const
  const staff = { actor: 'staff', now } as const
  const reason = decided?.reason
  if (state === 'matched') {
    const received = isWaiting
      ? await takeStep(tx, deps, system, profileEdits, { row, step: 'documents_received' })
      : row
    await applyEdit(tx, deps, received, now)
  } else if (state === 'manual' && isWaiting)
    await stepEdit(tx, deps, system, row, 'handed_to_staff')
  else if (state === 'waiting' && !isWaiting)
    await stepEdit(tx, deps, staff, row, 'documents_asked', reason)
  else if (state === 'mismatch' && !isWaiting)
    await stepEdit(tx, deps, staff, row, 'rejected', reason)
}

/** Ours: how long a change waits for its codes, and for documents. */
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
  for (const { account_id: accountId, edit_no: editNo, state } of late)
    await database.db.transaction().execute(async (tx) => {
      await lockAccount(tx, accountId)
      const row = await findEdit(tx, accountId, editNo)
      if (row?.state === state) await stepEdit(tx, deps, { actor: 'system', now }, row, 'lapsed')
    })
}
