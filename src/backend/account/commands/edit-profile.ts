import { toTokyoDate } from '#domain/tokyo.ts'
import { lockAccount } from '#backend/account-lock.ts'
import type { Db } from '#backend/db/connect.ts'
import { newReadableNo } from '#backend/db/ids.ts'
import { readProfile } from '#backend/holder.ts'
import { placeHold, type Holds } from '#backend/hold/holds.ts'
import { RefusalError } from '#backend/refusal.ts'
import { recordNote, type Acting, type StepDeps } from '#backend/step/record-change.ts'
import { takeFirstStep, takeStep } from '#backend/step/take-step.ts'
import { takesTextMessages, type ContactPlace } from '#domain/account/contact-code.ts'
import { isContact } from '#vocabulary/profile.ts'
import { holdHours } from '#vocabulary/proof.ts'
import { changesOf, fieldsOf, placesOf } from '../queries/edit-changes.ts'
import { mustProve } from '../queries/edit-subject.ts'
import { phoneInsteadOf } from '../queries/phone-instead.ts'
import {
  countEditsSince,
  deleteDraft,
  findOpenEdit,
  sealChanges,
  setHoldEnd,
  type Changes,
  type EditRow,
  type ProfileValues,
} from '../rows.ts'
import { profileEdits } from '../steps.ts'
import { advanceEdit, endHoldOf, type EditDeps } from './advance-edit.ts'
import { requireCode, sendCode, sendCodeAgain, type CodeDeps } from './send-code.ts'
import type { AreaDeps } from '#backend/area.ts'

/** A member who changes the profile, with the second factor. */
export type EditWho = Acting & { readonly accountId: string }

/** Ours: changes an account may begin in a day, each with codes of its own. */
const MOST_A_DAY = 5

/**
 * Begins a change. Contacts wait for their codes, name and address of a verified holder for an identity document;
 * other fields are changed at once.
 * @throws RefusalError CHANGE_UNDER_REVIEW, NOTHING_TO_CHANGE, PHONE_WITHOUT_SMS, TOO_MANY_REQUESTS
 */
export async function submitEdit(
  tx: Db,
  deps: EditDeps & { holds: Holds },
  who: EditWho,
  given: ProfileValues,
) {
  const { accountId, now } = who
  const { sealing } = deps
  await lockAccount(tx, accountId)
  await deleteDraft(tx, accountId)
  if (await findOpenEdit(tx, accountId)) throw new RefusalError('CHANGE_UNDER_REVIEW')
  const changes = changesOf(await readProfile(tx, sealing, accountId), given)
  const fields = fieldsOf(changes)
  if (fields.length === 0) throw new RefusalError('NOTHING_TO_CHANGE')
  if (changes.after.phone !== undefined && !takesTextMessages(changes.after.phone))
    throw new RefusalError('PHONE_WITHOUT_SMS')
  if ((await countEditsSince(tx, accountId, now.subtract({ hours: 24 }))) >= MOST_A_DAY)
    throw new RefusalError('TOO_MANY_REQUESTS', { retryAfterSeconds: 3600 })
  const needsProof =
    !fields.every(isContact) && (await mustProve(tx, sealing, accountId, toTokyoDate(now)))
  const editNo = newReadableNo('U')
  const row = await takeFirstStep(tx, deps, who, profileEdits, {
    step: 'submitted',
    values: {
      account_id: accountId,
      edit_no: editNo,
      changes_sealed: sealChanges(sealing, editNo, changes),
      needs_proof: needsProof,
      submitted_at: now,
    },
    facts: { changes },
  })
  const begun = await holdIfDue(tx, deps.holds, who, row, changes)
  const instead = await phoneInsteadOf(tx, sealing, who)
  for (const to of placesOf(changes, instead)) await sendCode(tx, deps, row, to, now)
  await advanceEdit(tx, deps, begun, now)
}

/** A change from a new device is put on hold; the contacts it would set are notified too. */
async function holdIfDue(
  tx: Db,
  holds: Holds,
  { accountId, fromNewDevice: sessionHash, now }: EditWho,
  row: EditRow,
  { after }: Changes,
): Promise<EditRow> {
  if (sessionHash === undefined) return row
  const until = await placeHold(
    tx,
    holds,
    {
      accountId,
      contractId: null,
      orderNo: row.edit_no,
      operation: 'profileEdit',
      sessionHash,
      hours: holdHours.profileEdit,
      contacts: { mails: [after.email ?? ''], phones: [after.phone ?? ''] },
    },
    now,
  )
  return setHoldEnd(tx, row, until)
}

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
