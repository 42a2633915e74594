import { lockAccount } from '#backend/account-lock.ts'
import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { ContactPlace } from '#domain/account/contact-code.ts'
import { findOpenEdit, type EditRow } from '../rows/edits.ts'
import { advanceEdit, auditEdit, stepEdit, type EditDeps } from './advance-edit.ts'
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
  await auditEdit(tx, row, who, 'contact-confirmed', { place: typed.place })
  await advanceEdit(tx, deps, row, who.now)
}

/** @throws RefusalError NO_CHANGE_PENDING, CODE_SENT_RECENTLY */
export async function resendCode(tx: Db, deps: CodeDeps, who: EditWho, place: ContactPlace) {
  const row = await lockOpenEdit(tx, who.accountId, 'submitted')
  await sendCodeAgain(tx, deps, row, place, who.now)
}

/** @throws RefusalError NO_CHANGE_PENDING */
export async function withdrawEdit(tx: Db, who: EditWho) {
  const row = await lockOpenEdit(tx, who.accountId)
  await stepEdit(tx, row, 'withdrawn', who)
  await auditEdit(tx, row, who, 'profile-edit-withdrawn')
}

async function lockOpenEdit(tx: Db, accountId: string, state?: string): Promise<EditRow> {
  await lockAccount(tx, accountId)
  const row = await findOpenEdit(tx, accountId)
  if (row === undefined || (state !== undefined && row.state !== state))
    throw new RefusalError('NO_CHANGE_PENDING')
  return row
}
