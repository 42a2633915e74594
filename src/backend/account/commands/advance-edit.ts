import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { endHold } from '#backend/hold/holds.ts'
import { readProfile, writeProfile, type Profile } from '#backend/holder.ts'
import { openCheck } from '#backend/identity/public.ts'
import type { Acting, StepDeps } from '#backend/step/record-change.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { takesTextMessages } from '#domain/account/contact-code.ts'
import type { Instant } from '#domain/tokyo.ts'
import { isContact } from '#vocabulary/profile.ts'
import { contactsChangedMessages } from '../messages.ts'
import { fieldsOf, whatChanges, withChanges } from '../queries/edit-changes.ts'
import { findCodes, openChanges, type Changes, type EditRow } from '../rows.ts'
import { profileEdits } from '../steps.ts'
import type { CodeDeps } from './send-code.ts'

/** What a step of a change needs: its message names what changes. */
export type EditStepDeps = StepDeps & Pick<AreaDeps, 'sealing'>
export type EditDeps = EditStepDeps & CodeDeps

/** On from `submitted`, when every code has come back and no hold is left. */
export async function advanceEdit(tx: Db, deps: EditDeps, row: EditRow, now: Instant) {
  const isWaiting = (await findCodes(tx, row)).some(({ confirmed_at: at }) => at === null)
  if (isWaiting || row.held_until !== null) return
  if (!row.needs_proof) return applyEdit(tx, deps, row, now)
  const { account_id: accountId, edit_no: orderNo } = row
  await openCheck(tx, { accountId, contractId: null, orderNo, now })
  await stepEdit(tx, deps, { actor: 'system', now }, row, 'documents_requested')
}

/** Writes the new values into the profile. */
export async function applyEdit(tx: Db, deps: EditDeps, row: EditRow, now: Instant) {
  const { account_id: accountId } = row
  const { sealing } = deps
  const changes = openChanges(sealing, row)
  const before = await readProfile(tx, sealing, accountId)
  await writeProfile(tx, sealing, accountId, withChanges(before, changes.after))
  await stepEdit(tx, deps, { actor: 'system', now }, row, 'applied')
  if (fieldsOf(changes).some(isContact)) await notifyContacts(tx, deps, row, before, changes, now)
}

/** Every contact of before and after; the address that my page's own mail goes to has it already. */
async function notifyContacts(
  tx: Db,
  { contactMessages }: EditDeps,
  row: EditRow,
  before: Profile,
  changes: Changes,
  now: Instant,
) {
  const { after } = changes
  const phones = new Set([before.phone, after.phone ?? ''].filter(takesTextMessages))
  const mails = after.email === undefined || before.email === '' ? [] : [before.email]
  const contacts = { mails, phones: [...phones] }
  for (const message of contactsChangedMessages(contacts, whatChanges(changes)))
    await contactMessages.post(tx, { accountId: row.account_id, ...message }, now)
}

type ReportedStep =
  | 'documents_requested'
  | 'documents_asked'
  | 'handed_to_staff'
  | 'applied'
  | 'rejected'
  | 'lapsed'

/**
 * Takes a change one step that its member is notified of; one that ends it ends its hold too.
 * @param reason what staff wrote: why not, or what is asked for
 * @throws RefusalError WRONG_STATE where the state table has no such step
 */
export async function stepEdit(
  tx: Db,
  deps: EditStepDeps,
  who: Acting,
  row: EditRow,
  step: ReportedStep,
  reason?: string,
): Promise<EditRow> {
  if (step === 'applied' || step === 'rejected' || step === 'lapsed')
    await endHoldOf(tx, row, who.now)
  const facts = { changes: openChanges(deps.sealing, row), reason }
  return takeStep(tx, deps, who, profileEdits, { row, step, facts })
}

/** A change that ends is on hold no longer. */
export async function endHoldOf(tx: Db, row: EditRow, now: Instant) {
  if (row.held_until !== null) await endHold(tx, row.edit_no, now)
}
