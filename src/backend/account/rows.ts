import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import {
  anyOf,
  deleteRows,
  findRow,
  lockRow,
  rowsOf,
  updateRow,
  upsertRow,
} from '#backend/db/rows.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Database } from '#backend/db/tables.ts'
import type { Instant } from '#domain/tokyo.ts'
import { profileFields, type ProfileField } from '#vocabulary/profile.ts'
import type { ContactPlace, codeSent, codeTried } from '#domain/account/contact-code.ts'

export type EditRow = Selectable<Database['profile_edit']>

const profileValues = z.partialRecord(z.enum(profileFields), z.string())
const changesSchema = z.object({ before: profileValues, after: profileValues })
export type Changes = z.output<typeof changesSchema>
/** Fields of a profile with their values. */
export type ProfileValues = Partial<Record<ProfileField, string>>

export const editAad = (editNo: string) => `profile_edit.changes:${editNo}`

const openStates = ['submitted', 'documents_required', 'reviewing'] as const

export const isOpenState = (state: string) => openStates.some((open) => open === state)

export const sealChanges = (sealing: Sealing, editNo: string, changes: Changes) =>
  sealing.seal(editAad(editNo), JSON.stringify(changes))

export function openChanges(sealing: Sealing, row: EditRow): Changes {
  return parseChanges(sealing.open(editAad(row.edit_no), row.changes_sealed))
}

export const parseChanges = (plain: string): Changes => changesSchema.parse(JSON.parse(plain))

export function findLatestEdit(db: Db, accountId: string): Promise<EditRow | undefined> {
  return db
    .selectFrom('profile_edit')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('submitted_at', 'desc')
    .orderBy('changed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function findOpenEdit(db: Db, accountId: string): Promise<EditRow | undefined> {
  return findRow(db, 'profile_edit', { account_id: accountId, state: anyOf(openStates) })
}

export function findEdit(db: Db, accountId: string, editNo: string): Promise<EditRow | undefined> {
  return findRow(db, 'profile_edit', { account_id: accountId, edit_no: editNo })
}

/** How often the account has asked for codes lately. */
export async function countEditsSince(db: Db, accountId: string, since: Instant) {
  const { count } = await db
    .selectFrom('profile_edit')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('submitted_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

/** Until when a change is on hold, or that it no longer is. */
export function setHoldEnd(tx: Db, row: EditRow, until: Instant | null): Promise<EditRow> {
  return updateRow(
    tx,
    'profile_edit',
    { account_id: row.account_id, edit_no: row.edit_no },
    { held_until: until },
  )
}

/** Changes whose codes, or whose documents, have been waited for since that moment. */
export function findLateEdits(db: Db, since: { codes: Instant; documents: Instant }) {
  return db
    .selectFrom('profile_edit')
    .selectAll()
    .where('held_until', 'is', null)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'submitted').and('changed_at', '<=', since.codes),
        eb('state', '=', 'documents_required').and('changed_at', '<=', since.documents),
      ]),
    )
    .limit(500)
    .execute()
}

export type CodeRow = Selectable<Database['contact_code']>

export const codeContactAad = (editNo: string, place: ContactPlace) =>
  `contact_code.contact:${editNo}:${place}`

export const isMail = (place: ContactPlace) => place === 'oldEmail' || place === 'newEmail'

/** The hash that a typed code is compared with; the code itself is not stored. */
export const hashOfCode = (sealing: Sealing, editNo: string, place: ContactPlace, code: string) =>
  sealing.index(`contact code ${editNo} ${place}`, code)

export const openContact = (sealing: Sealing, row: CodeRow) =>
  sealing.open(codeContactAad(row.edit_no, row.place), row.contact_sealed)

export const findCodes = (db: Db, edit: EditRow): Promise<CodeRow[]> =>
  rowsOf(db, 'contact_code', { account_id: edit.account_id, edit_no: edit.edit_no })

/** The code that is still asked for. */
export const lockCode = (tx: Db, edit: EditRow, place: ContactPlace) =>
  lockRow(tx, 'contact_code', {
    account_id: edit.account_id,
    edit_no: edit.edit_no,
    place,
    confirmed_at: null,
  })

/** Writes a code that was sent; it replaces the one sent there before. */
export async function writeCode(
  tx: Db,
  sealing: Sealing,
  { account_id, edit_no: editNo }: EditRow,
  { place, contact, code }: { place: ContactPlace; contact: string; code: string },
  sent: ReturnType<typeof codeSent>,
) {
  const stored = {
    contact_sealed: sealing.seal(codeContactAad(editNo, place), contact),
    code_hash: hashOfCode(sealing, editNo, place, code),
    sent_count: sent.sentCount,
    tries: sent.tries,
    expires_at: sent.expiresAt,
    resend_from: sent.resendFrom,
    confirmed_at: null,
  }
  await upsertRow(tx, 'contact_code', { account_id, edit_no: editNo, place }, stored)
}

export const setTried = (
  tx: Db,
  row: CodeRow,
  tried: ReturnType<typeof codeTried>,
): Promise<CodeRow> =>
  ofRow(tx, row)
    .set({ tries: tried.tries, resend_from: tried.resendFrom })
    .returningAll()
    .executeTakeFirstOrThrow()

export async function setConfirmed(tx: Db, row: CodeRow, now: Instant) {
  await ofRow(tx, row).set({ confirmed_at: now }).execute()
}

const ofRow = (tx: Db, row: CodeRow) =>
  tx
    .updateTable('contact_code')
    .where('account_id', '=', row.account_id)
    .where('edit_no', '=', row.edit_no)
    .where('place', '=', row.place)

export const toCode = (row: CodeRow) => ({
  sentCount: row.sent_count,
  tries: row.tries,
  expiresAt: row.expires_at,
  resendFrom: row.resend_from,
})

/** Ours: as long as it may take to fetch a code. */
const STORED_MINUTES = 30

export const draftAad = (accountId: string) => `profile_draft.changes:${accountId}`

/** The account, and the browser a draft came from. */
type DraftOf = { readonly accountId: string; readonly deviceHash: string; readonly now: Instant }

/** Stores what was sent without the proof it takes, for the browser it came from. */
export async function writeDraft(
  db: Db,
  sealing: Sealing,
  { accountId, deviceHash, now }: DraftOf,
  changes: ProfileValues,
) {
  const stored = {
    device_hash: deviceHash,
    changes_sealed: sealing.seal(draftAad(accountId), JSON.stringify(changes)),
    kept_until: now.add({ minutes: STORED_MINUTES }),
  }
  await upsertRow(db, 'profile_draft', { account_id: accountId }, stored)
}

export async function findDraft(
  db: Db,
  sealing: Sealing,
  { accountId, deviceHash, now }: DraftOf,
): Promise<ProfileValues | undefined> {
  const row = await db
    .selectFrom('profile_draft')
    .select('changes_sealed')
    .where('account_id', '=', accountId)
    .where('device_hash', '=', deviceHash)
    .where('kept_until', '>', now)
    .executeTakeFirst()
  return row && parseDraft(sealing.open(draftAad(accountId), row.changes_sealed))
}

export const parseDraft = (plain: string): ProfileValues => profileValues.parse(JSON.parse(plain))

export async function deleteDraft(tx: Db, accountId: string) {
  await deleteRows(tx, 'profile_draft', { account_id: accountId })
}
