import { lockAccount } from '#backend/account-lock.ts'
import type { IdentityConcluded } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { takeStep } from '#backend/step/take-step.ts'
import type { Instant } from '#domain/tokyo.ts'
import { findEdit } from '../rows/edits.ts'
import { profileEdits } from '../steps.ts'
import { applyEdit, stepEdit, type EditDeps } from './advance-edit.ts'

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
