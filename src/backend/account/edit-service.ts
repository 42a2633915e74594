import { holdHours } from '#vocabulary/proof.ts'
import { lockAccount } from '#backend/account-lock.ts'
import type { IdentityListener } from '#backend/area.ts'
import { recordAudit } from '#backend/audit.ts'
import { accountOf, isProven, newDeviceOf, requireProof, type Caller } from '#backend/caller.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import { newReadableNo } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { holderOf, readProfile, writeProfile, type Profile } from '#backend/holder.ts'
import type { HoldEnd } from '#backend/hold/hold-end.ts'
import type { Holds } from '#backend/hold/holds.ts'
import { openCheck, type FindSubject } from '#backend/identity/public.ts'
import type { Outbox } from '#backend/mail/outbox.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import { readVerifiedIdentity } from '#backend/verified-identity.ts'
import { takesTextMessages, type ContactPlace } from '#domain/account/contact-code.ts'
import { profileEditStates, type ProfileEditEvent } from '#domain/account/profile-edit-states.ts'
import type { Actor } from '#domain/machine.ts'
import type { Instant } from '#domain/tokyo.ts'
import { isContact } from '#vocabulary/profile.ts'
import type { Codes } from './codes.ts'
import type { ContactMessages } from '#backend/mail/contact-messages.ts'
import { contactsChangedMessages } from './contact-words.ts'
import { changesOf, fieldsOf, placesOf, withChanges } from './edit-changes.ts'
import { dropDraft, keepDraft } from './drafts.ts'
import {
  countEditsSince,
  findEdit,
  findLateEdits,
  findOpenEdit,
  holdsVoiceLine,
  insertEdit,
  openChanges,
  saveState,
  setHeld,
  type Changes,
  type EditRow,
  type Side,
} from './edits.ts'
import { profileEditMessage, type EditOccasion } from './messages.ts'
import { whatChanges } from './wire.ts'

/** Ours: changes an account may begin in a day, each with codes of its own. */
const MOST_A_DAY = 5
const CODES_HOURS = 24
const PROOF_HOURS = 14 * 24

export type EditService = ReturnType<typeof createEditService>

export function createEditService(deps: {
  database: DatabaseHandle
  sealing: Sealing
  outbox: Outbox
  codes: Codes
  messages: ContactMessages
  holds: Holds
}) {
  const { database, sealing, outbox, codes, messages, holds } = deps

  /**
   * Begins a change: contacts wait for their codes, name and address of a verified holder for an identity document;
   * what waits for nothing is changed at once.
   * @throws RefusalError SECOND_FACTOR_REQUIRED, CHANGE_UNDER_REVIEW, NOTHING_TO_CHANGE, PHONE_WITHOUT_SMS, TOO_MANY_REQUESTS
   */
  async function submit(caller: Caller, given: Side) {
    if (!isProven('secondFactor', caller)) await keepDraft(database.db, sealing, caller, given)
    requireProof('secondFactor', caller)
    const { db: tx, now } = caller
    const { accountId } = accountOf(caller)
    await lockAccount(tx, accountId)
    await dropDraft(tx, accountId)
    if (await findOpenEdit(tx, accountId)) throw new RefusalError('CHANGE_UNDER_REVIEW')
    const known = await readProfile(tx, sealing, accountId)
    const changes = changesOf(known, given)
    const fields = fieldsOf(changes)
    if (fields.length === 0) throw new RefusalError('NOTHING_TO_CHANGE')
    if (changes.after.phone !== undefined && !takesTextMessages(changes.after.phone))
      throw new RefusalError('PHONE_WITHOUT_SMS')
    if ((await countEditsSince(tx, accountId, now.subtract({ hours: 24 }))) >= MOST_A_DAY)
      throw new RefusalError('TOO_MANY_REQUESTS', { retryAfterSeconds: 3600 })
    const needsProof = !fields.every(isContact) && (await mustProve(tx, accountId))
    const editNo = newReadableNo('U')
    const row = await insertEdit(
      tx,
      sealing,
      { accountId, editNo, state: target('none', 'submitted', 'member'), changes, needsProof },
      now,
    )
    await audit(tx, row, 'profile-edit-submitted', now, { caller, fields })
    const held = await holdIfDue(caller, row, changes)
    for (const to of placesOf(changes)) await codes.send(tx, row, to, undefined, now)
    await goOn(tx, held, now)
  }

  /** What follows a login from a new device waits; the contacts it would bring are told as well. */
  async function holdIfDue(caller: Caller, row: EditRow, { after }: Changes): Promise<EditRow> {
    const sessionHash = newDeviceOf(caller)
    if (sessionHash === undefined) return row
    const { db: tx, now } = caller
    const { account_id: accountId, edit_no: orderNo } = row
    const held = { accountId, contractId: null, orderNo, operation: 'profileEdit' } as const
    const contacts = { mails: [after.email ?? ''], phones: [after.phone ?? ''] }
    const hours = holdHours.profileEdit
    const until = await holds.place(tx, { ...held, sessionHash, hours, contacts }, now)
    return setHeld(tx, row, until)
  }

  /** What its hold does at its end: it goes on as far as it has come, or it is let go. */
  const holdEnd: HoldEnd = {
    operations: ['profileEdit'],
    async stopped(tx, { account_id: accountId, order_no: orderNo }, now) {
      const row = await lockedEdit(tx, accountId, orderNo)
      if (row === undefined) return
      const ended = await step(tx, await setHeld(tx, row, null), 'withdrawn', 'system', now)
      await audit(tx, ended, 'profile-edit-stopped', now)
    },
    async released(tx, { account_id: accountId, order_no: orderNo }, now) {
      const row = await lockedEdit(tx, accountId, orderNo)
      if (row === undefined) return
      // The codes have their day from here on.
      const free = await setHeld(tx, row, null)
      await goOn(tx, await saveState(tx, free, free.state, now), now)
    },
  }

  /** Of a hold: undefined where the member has withdrawn it meanwhile. */
  async function lockedEdit(tx: Db, accountId: string, editNo: string) {
    await lockAccount(tx, accountId)
    const row = await findEdit(tx, accountId, editNo)
    return row?.state === 'submitted' ? row : undefined
  }

  /** @throws RefusalError NO_CHANGE_PENDING, CODE_WRONG, CODE_EXPIRED, CODE_LOCKED */
  async function confirm(caller: Caller, given: { place: ContactPlace; code: string }) {
    const { db: tx, now } = caller
    const row = await requireOpen(caller, 'submitted')
    await codes.confirm({ aside: database.db, tx }, row, given, now)
    await audit(tx, row, 'contact-confirmed', now, { caller, place: given.place })
    await goOn(tx, row, now)
  }

  async function resend(caller: Caller, place: ContactPlace) {
    const row = await requireOpen(caller, 'submitted')
    await codes.sendAnew(caller.db, row, place, caller.now)
  }

  async function withdraw(caller: Caller) {
    const row = await requireOpen(caller)
    await step(caller.db, row, 'withdrawn', 'member', caller.now)
    await audit(caller.db, row, 'profile-edit-withdrawn', caller.now, { caller })
  }

  async function requireOpen(caller: Caller, state?: string): Promise<EditRow> {
    const { accountId } = accountOf(caller)
    await lockAccount(caller.db, accountId)
    const row = await findOpenEdit(caller.db, accountId)
    if (row === undefined) throw new RefusalError('NO_CHANGE_PENDING')
    if (state !== undefined && row.state !== state) throw new RefusalError('NO_CHANGE_PENDING')
    return row
  }

  /** What the law wants proven: the holder of a voice line, and a member who was verified before. */
  async function mustProve(db: Db, accountId: string) {
    if (await holdsVoiceLine(db, accountId)) return true
    return (await readVerifiedIdentity(db, sealing, accountId)) !== undefined
  }

  /** On from `submitted`, when every code has come back. */
  async function goOn(tx: Db, row: EditRow, now: Instant) {
    const waiting = (await codes.list(tx, row)).some(({ confirmed_at: at }) => at === null)
    if (waiting || row.held_until !== null) return
    if (!row.needs_proof) return apply(tx, row, now)
    await step(tx, row, 'documents_requested', 'system', now)
    const { account_id: accountId, edit_no: orderNo } = row
    await openCheck(tx, { accountId, contractId: null, orderNo, now })
    await tell(tx, row, 'proofNeeded', now)
  }

  async function apply(tx: Db, row: EditRow, now: Instant) {
    const { account_id: accountId } = row
    const changes = openChanges(sealing, row)
    const before = await readProfile(tx, sealing, accountId)
    await writeProfile(tx, sealing, accountId, withChanges(before, changes.after))
    const applied = await step(tx, row, 'applied', 'system', now)
    await audit(tx, applied, 'profile-edit-applied', now, { fields: fieldsOf(changes) })
    await tell(tx, applied, 'applied', now)
    if (fieldsOf(changes).some(isContact)) await tellContacts(tx, row, before, changes, now)
  }

  /** Every contact of before and after; the address that my page's own mail goes to has it already. */
  async function tellContacts(
    tx: Db,
    row: EditRow,
    before: Profile,
    { after }: Changes,
    now: Instant,
  ) {
    const what = whatChanges(openChanges(sealing, row))
    const phones = new Set([before.phone, after.phone ?? ''].filter(takesTextMessages))
    const mails = after.email === undefined || before.email === '' ? [] : [before.email]
    for (const message of contactsChangedMessages({ mails, phones: [...phones] }, what))
      await messages.post(tx, { accountId: row.account_id, ...message }, now)
  }

  async function step(tx: Db, row: EditRow, event: ProfileEditEvent, by: Actor, now: Instant) {
    return saveState(tx, row, target(row.state, event, by), now)
  }

  async function tell(tx: Db, row: EditRow, occasion: EditOccasion, now: Instant, reason?: string) {
    const { account_id: accountId, edit_no: editNo } = row
    const changes = openChanges(sealing, row)
    const message = profileEditMessage({
      accountId,
      editNo,
      what: whatChanges(changes),
      occasion,
      at: now,
      reason,
    })
    const isPhoneToldApart = occasion === 'applied' && fieldsOf(changes).some(isContact)
    await outbox.post(tx, { ...message, isPhoneToldApart }, now)
  }

  async function audit(
    tx: Db,
    row: EditRow,
    action: string,
    now: Instant,
    { caller, ...details }: { caller?: Caller } & Record<string, unknown> = {},
  ) {
    const session = caller?.signedIn?.sessionHash.slice(0, 12)
    await recordAudit(tx, {
      chain: row.account_id,
      at: now,
      actor: caller ? 'member' : 'system',
      accountId: row.account_id,
      action,
      target: row.edit_no,
      details: { ...details, session },
      traceKey: caller?.traceKey,
    })
  }

  /** A check that has come to an end: what it was about is changed, or looked at by somebody. */
  const onIdentity: IdentityListener = async (tx, { accountId, orderNo, state, decided }, now) => {
    await lockAccount(tx, accountId)
    const row = await findEdit(tx, accountId, orderNo)
    if (row === undefined) return
    const isWaiting = row.state === 'documents_required'
    if (!isWaiting && row.state !== 'reviewing') return
    if (state === 'matched') {
      await apply(tx, isWaiting ? await received(tx, row, now) : row, now)
    } else if (state === 'manual' && isWaiting) {
      await tell(tx, await received(tx, row, now), 'reviewing', now)
    } else if (state === 'waiting' && !isWaiting) {
      const asked = await step(tx, row, 'documents_requested', 'staff', now)
      await tell(tx, asked, 'documentsAsked', now, decided?.reason)
    } else if (state === 'mismatch' && !isWaiting) {
      const rejected = await step(tx, row, 'rejected', 'staff', now)
      await tell(tx, rejected, 'rejected', now, decided?.reason)
    }
  }

  const received = (tx: Db, row: EditRow, now: Instant) =>
    step(tx, row, 'documents_received', 'system', now)

  /** What a check of a change compares: the new values, with the birth that does not change. */
  const findSubject: FindSubject = async (db, accountId, orderNo) => {
    const row = await findEdit(db, accountId, orderNo)
    if (row === undefined) return undefined
    const known = await readProfile(db, sealing, accountId)
    const { after } = openChanges(sealing, row)
    return { ...holderOf(withChanges(known, after)), isOver: row.state !== 'documents_required' }
  }

  /** Codes that were not typed and documents that were not shown: the change is let go, and said so. */
  async function lapse(now: Instant) {
    const waited = {
      codes: now.subtract({ hours: CODES_HOURS }),
      documents: now.subtract({ hours: PROOF_HOURS }),
    }
    const late = await findLateEdits(database.db, waited)
    for (const found of late)
      await database.db.transaction().execute(async (tx) => {
        await lockAccount(tx, found.account_id)
        const row = await findEdit(tx, found.account_id, found.edit_no)
        if (row === undefined || row.state !== found.state) return
        await tell(tx, await step(tx, row, 'withdrawn', 'system', now), 'lapsed', now)
        await audit(tx, row, 'profile-edit-lapsed', now)
      })
  }

  return { submit, confirm, resend, withdraw, mustProve, onIdentity, findSubject, holdEnd, lapse }
}

function target(state: string, event: ProfileEditEvent, by: Actor): string {
  const known = profileEditStates.isState(state) ? state : profileEditStates.initial
  return requireOk(profileEditStates.next(known, event, by))
}
