import { lockAccount } from '#backend/account-lock.ts'
import type { IdentityConcluded } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Instant } from '#domain/tokyo.ts'
import { findEdit, type EditRow } from '../rows/edits.ts'
import { applyEdit, notifyEdit, stepEdit, type EditDeps } from './advance-edit.ts'

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
  const staff = { actor: 'staff', now } as const
  if (state === 'matched') {
    await applyEdit(tx, deps, isWaiting ? await received(tx, row, now) : row, now)
  } else if (state === 'manual' && isWaiting) {
    await notifyEdit(tx, deps, await received(tx, row, now), 'reviewing', now)
  } else if (state === 'waiting' && !isWaiting) {
    const asked = await stepEdit(tx, row, 'documents_requested', staff)
    await notifyEdit(tx, deps, asked, 'documentsAsked', now, decided?.reason)
  } else if (state === 'mismatch' && !isWaiting) {
    const rejected = await stepEdit(tx, row, 'rejected', staff)
    await notifyEdit(tx, deps, rejected, 'rejected', now, decided?.reason)
  }
}

const received = (tx: Db, row: EditRow, now: Instant) =>
  stepEdit(tx, row, 'documents_received', { actor: 'system', now })
