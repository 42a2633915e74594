import type { Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Database } from '#backend/db/tables.ts'
import type { codeSent, codeTried, ContactPlace } from '#domain/account/contact-code.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { EditRow } from './edits.ts'

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
  db
    .selectFrom('contact_code')
    .selectAll()
    .where('account_id', '=', edit.account_id)
    .where('edit_no', '=', edit.edit_no)
    .execute()

/** The code that is still asked for. */
export const lockCode = (tx: Db, edit: EditRow, place: ContactPlace) =>
  tx
    .selectFrom('contact_code')
    .selectAll()
    .where('account_id', '=', edit.account_id)
    .where('edit_no', '=', edit.edit_no)
    .where('place', '=', place)
    .where('confirmed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

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
  await tx
    .insertInto('contact_code')
    .values({ account_id, edit_no: editNo, place, ...stored })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'edit_no', 'place']).doUpdateSet(stored),
    )
    .execute()
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
