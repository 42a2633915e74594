import type { AreaDeps } from '#backend/area.ts'
import { recordAudit } from '#backend/audit.ts'
import type { Db } from '#backend/db/connect.ts'
import { readProfile, writeProfile, type Profile } from '#backend/holder.ts'
import { openCheck } from '#backend/identity/public.ts'
import { takesTextMessages } from '#domain/account/contact-code.ts'
import type { ProfileEditEvent } from '#domain/account/profile-edit-states.ts'
import type { Actor } from '#domain/machine.ts'
import type { Instant } from '#domain/tokyo.ts'
import { isContact } from '#vocabulary/profile.ts'
import { contactsChangedMessages, profileEditMessage, type EditOccasion } from '../messages.ts'
import { fieldsOf, targetOf, whatChanges, withChanges } from '../queries/edit-changes.ts'
import { findCodes } from '../rows/codes.ts'
import { openChanges, saveState, type Changes, type EditRow } from '../rows/edits.ts'
import type { CodeDeps } from './send-code.ts'

export type EditDeps = CodeDeps & Pick<AreaDeps, 'outbox'>

/** Who moves a change on, and when; of a member also by which session and request. */
export type EditBy = {
  readonly actor: Actor
  readonly now: Instant
  readonly sessionHash?: string
  readonly traceKey?: string
}

/** On from `submitted`, when every code has come back and no hold is left. */
export async function advanceEdit(tx: Db, deps: EditDeps, row: EditRow, now: Instant) {
  const isWaiting = (await findCodes(tx, row)).some(({ confirmed_at: at }) => at === null)
  if (isWaiting || row.held_until !== null) return
  if (!row.needs_proof) return applyEdit(tx, deps, row, now)
  await stepEdit(tx, row, 'documents_requested', { actor: 'system', now })
  const { account_id: accountId, edit_no: orderNo } = row
  await openCheck(tx, { accountId, contractId: null, orderNo, now })
  await notifyEdit(tx, deps, row, 'proofNeeded', now)
}

/** Writes the new values into the profile. */
export async function applyEdit(tx: Db, deps: EditDeps, row: EditRow, now: Instant) {
  const { account_id: accountId } = row
  const { sealing } = deps
  const changes = openChanges(sealing, row)
  const before = await readProfile(tx, sealing, accountId)
  await writeProfile(tx, sealing, accountId, withChanges(before, changes.after))
  const by = { actor: 'system', now } as const
  const applied = await stepEdit(tx, row, 'applied', by)
  const fields = fieldsOf(changes)
  await auditEdit(tx, applied, by, 'profile-edit-applied', { fields })
  await notifyEdit(tx, deps, applied, 'applied', now)
  if (fields.some(isContact)) await notifyContacts(tx, deps, row, before, changes, now)
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

/** @throws RefusalError WRONG_STATE where the state table has no such step. */
export async function stepEdit(
  tx: Db,
  row: EditRow,
  event: ProfileEditEvent,
  { actor, now }: EditBy,
): Promise<EditRow> {
  return saveState(tx, row, targetOf(row.state, event, actor), now)
}

/** @param reason what staff wrote: why not, or what is asked for. */
export async function notifyEdit(
  tx: Db,
  { sealing, outbox }: Pick<EditDeps, 'sealing' | 'outbox'>,
  row: EditRow,
  occasion: EditOccasion,
  now: Instant,
  reason?: string,
) {
  const { account_id: accountId, edit_no: editNo } = row
  const changes = openChanges(sealing, row)
  const what = whatChanges(changes)
  const message = profileEditMessage({ accountId, editNo, what, occasion, at: now, reason })
  const isPhoneToldApart = occasion === 'applied' && fieldsOf(changes).some(isContact)
  await outbox.post(tx, { ...message, isPhoneToldApart }, now)
}

export async function auditEdit(
  tx: Db,
  row: EditRow,
  { actor, now, sessionHash, traceKey }: EditBy,
  action: string,
  details: Record<string, unknown> = {},
) {
  await recordAudit(tx, {
    chain: row.account_id,
    at: now,
    actor,
    accountId: row.account_id,
    action,
    target: row.edit_no,
    details: { ...details, session: sessionHash?.slice(0, 12) },
    traceKey,
  })
}
