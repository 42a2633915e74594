import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { AccountTables } from '#backend/db/tables/account.ts'
import { RefusalError } from '#backend/refusal.ts'
import {
  canSendAnew,
  CODE_DIGITS,
  codeSent,
  codeState,
  codeTried,
  triesLeft,
  type ContactPlace,
} from '#domain/account/contact-code.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { ContactMessages } from '#backend/mail/contact-messages.ts'
import { codeWords } from './contact-words.ts'
import type { EditRow } from './edits.ts'

type CodeRow = Selectable<AccountTables['contact_code']>

export const codeContactAad = (editNo: string, place: ContactPlace) =>
  `contact_code.contact:${editNo}:${place}`

export const isMail = (place: ContactPlace) => place === 'oldEmail' || place === 'newEmail'

export type Codes = ReturnType<typeof createCodes>

export function createCodes({
  sealing,
  messages,
}: {
  sealing: Sealing
  messages: ContactMessages
}) {
  const hashOf = (editNo: string, place: ContactPlace, code: string) =>
    sealing.index(`contact code ${editNo} ${place}`, code)

  const list = (db: Db, edit: EditRow): Promise<CodeRow[]> =>
    db
      .selectFrom('contact_code')
      .selectAll()
      .where('account_id', '=', edit.account_id)
      .where('edit_no', '=', edit.edit_no)
      .execute()

  const contactOf = (row: CodeRow) =>
    sealing.open(codeContactAad(row.edit_no, row.place), row.contact_sealed)

  async function send(
    tx: Db,
    edit: EditRow,
    to: { place: ContactPlace; contact: string },
    before: CodeRow | undefined,
    now: Instant,
  ) {
    const { account_id: accountId, edit_no: editNo } = edit
    const { place, contact } = to
    const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
    const sent = codeSent(before && { sentCount: before.sent_count }, now)
    const kept = {
      contact_sealed: sealing.seal(codeContactAad(editNo, place), contact),
      code_hash: hashOf(editNo, place, code),
      sent_count: sent.sentCount,
      tries: sent.tries,
      expires_at: sent.expiresAt,
      resend_from: sent.resendFrom,
      confirmed_at: null,
    }
    await tx
      .insertInto('contact_code')
      .values({ account_id: accountId, edit_no: editNo, place, ...kept })
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'edit_no', 'place']).doUpdateSet(kept),
      )
      .execute()
    await messages.post(
      tx,
      { accountId, contact, usefulUntil: sent.expiresAt, ...codeWords(place, code) },
      now,
    )
  }

  /** @throws RefusalError NOT_FOUND for a place that is not asked for, CODE_SENT_RECENTLY */
  async function sendAnew(tx: Db, edit: EditRow, place: ContactPlace, now: Instant) {
    const row = await find(tx, edit, place)
    const code = toCode(row)
    if (!canSendAnew(code, now))
      throw new RefusalError({ code: 'CODE_SENT_RECENTLY', freeFrom: code.resendFrom })
    await send(tx, edit, { place, contact: contactOf(row) }, row, now)
  }

  async function find(db: Db, edit: EditRow, place: ContactPlace): Promise<CodeRow> {
    const row = (await list(db, edit)).find((one) => one.place === place)
    if (row === undefined || row.confirmed_at !== null) throw new RefusalError('NO_CHANGE_PENDING')
    return row
  }

  /**
   * Compares what was typed. The try is counted first and by a connection of its own: a refusal rolls the change back,
   * and many tries at once count each.
   * @throws RefusalError CODE_WRONG, CODE_EXPIRED, CODE_LOCKED
   */
  async function confirm(
    { aside, tx }: { aside: Db; tx: Db },
    edit: EditRow,
    given: { place: ContactPlace; code: string },
    now: Instant,
  ) {
    const row = await aside.transaction().execute((own) => countTry(own, edit, given.place, now))
    const expected = Buffer.from(row.code_hash)
    const typed = Buffer.from(hashOf(edit.edit_no, given.place, given.code))
    const isRight = expected.length === typed.length && timingSafeEqual(expected, typed)
    if (!isRight) throw wrong(row)
    await tx
      .updateTable('contact_code')
      .set({ confirmed_at: now })
      .where('account_id', '=', edit.account_id)
      .where('edit_no', '=', edit.edit_no)
      .where('place', '=', given.place)
      .execute()
  }

  async function countTry(own: Db, edit: EditRow, place: ContactPlace, now: Instant) {
    const row = await own
      .selectFrom('contact_code')
      .selectAll()
      .where('account_id', '=', edit.account_id)
      .where('edit_no', '=', edit.edit_no)
      .where('place', '=', place)
      .where('confirmed_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) throw new RefusalError('NO_CHANGE_PENDING')
    const state = codeState(toCode(row), now)
    if (state === 'expired') throw new RefusalError('CODE_EXPIRED')
    if (state === 'locked')
      throw new RefusalError({ code: 'CODE_LOCKED', freeFrom: row.resend_from })
    const tried = codeTried(toCode(row), now)
    return own
      .updateTable('contact_code')
      .set({ tries: tried.tries, resend_from: tried.resendFrom })
      .where('account_id', '=', edit.account_id)
      .where('edit_no', '=', edit.edit_no)
      .where('place', '=', place)
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  return { list, contactOf, send, sendAnew, confirm }
}

function wrong(row: CodeRow) {
  const left = triesLeft(row)
  if (left === 0) return new RefusalError({ code: 'CODE_LOCKED', freeFrom: row.resend_from })
  return new RefusalError({
    code: 'CODE_WRONG',
    message: `確認コードが違います。届いたコードを確認して、入力し直してください。あと${left}回まで入力できます。`,
  })
}

export function toCode(row: CodeRow) {
  return {
    sentCount: row.sent_count,
    tries: row.tries,
    expiresAt: row.expires_at,
    resendFrom: row.resend_from,
  }
}
