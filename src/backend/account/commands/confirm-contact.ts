import { lockAccount } from '#backend/account-lock.ts'
import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'
import { recordNote, type StepDeps } from '#backend/step/record-change.ts'
import { takeStep } from '#backend/step/take-step.ts'
import type { ContactPlace } from '#domain/account/contact-code.ts'
import { findOpenEdit, type EditRow } from '../rows/edits.ts'
import { profileEdits } from '../steps.ts'
import { advanceEdit, endHoldOf, type EditDeps } from './advance-edit.ts'
import { requireCode, sendCodeAgain, type CodeDeps } from './send-code.ts'
import type { EditWho } from './submit-edit.ts'

/** @throws RefusalError NO_CHANGE_PENDING, CODE_WRONG, CODE_EXPIRED, CODE_LOCKED */
export async function confirmContact(
  tx: Db,
  deps: EditDeps & Pick<AreaDeps, 'database'>,
  who: EditWho,
  typed: { place: ContactPlace; code: string },
) {
  const row = await lockOpenEdit(tx, who.accountId, 'submitted')
  await requireCode(tx, deps, row, typed, who.now)
  const { place } = typed
  await recordNote(tx, who, {
    action: 'contact-confirmed',
    target: row.edit_no,
    details: { place },
  })
  await advanceEdit(tx, deps, row, who.now)
}

/** @throws RefusalError NO_CHANGE_PENDING, CODE_SENT_RECENTLY */
export async function resendCode(tx: Db, deps: CodeDeps, who: EditWho, place: ContactPlace) {
  const row = await lockOpenEdit(tx, who.accountId, 'submitted')
  await sendCodeAgain(tx, deps, row, place, who.now)
}

/** @throws RefusalError NO_CHANGE_PENDING */
export async function withdrawEdit(tx: Db, deps: StepDeps, who: EditWho) {
  const row = await lockOpenEdit(tx, who.accountId)
  await endHoldOf(tx, row, who.now)
  await takeStep(tx, deps, who, profileEdits, { row, step: 'withdrawn' })
}

async function lockOpenEdit(tx: Db, accountId: string, state?: string): Promise<EditRow> {
  await lockAccount(tx, accountId)
  const row = await findOpenEdit(tx, accountId)
  if (row === undefined || (state !== undefined && row.state !== state))
    throw new RefusalError('NO_CHANGE_PENDING')
  return row
}
