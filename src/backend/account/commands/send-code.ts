import { randomInt, timingSafeEqual } from 'node:crypto'
import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import type { ContactMessages } from '#backend/mail/contact-messages.ts'
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
import { codeWords } from '../messages.ts'
import {
  findCodes,
  hashOfCode,
  lockCode,
  openContact,
  setConfirmed,
  setTried,
  toCode,
  writeCode,
  type CodeRow,
  type EditRow,
} from '../rows.ts'

export type CodeDeps = Pick<AreaDeps, 'sealing'> & {
  contactMessages: Pick<ContactMessages, 'post'>
}

/** @param before the code that was sent there before, if one was */
export async function sendCode(
  tx: Db,
  { sealing, contactMessages }: CodeDeps,
  edit: EditRow,
  { place, contact }: { place: ContactPlace; contact: string },
  now: Instant,
  before?: CodeRow,
) {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const sent = codeSent(before && { sentCount: before.sent_count }, now)
  await writeCode(tx, sealing, edit, { place, contact, code }, sent)
  const { account_id: accountId } = edit
  const words = codeWords(place, code)
  await contactMessages.post(tx, { accountId, contact, usefulUntil: sent.expiresAt, ...words }, now)
}

/** @throws RefusalError NO_CHANGE_PENDING for a contact that no code is asked of, CODE_SENT_RECENTLY */
export async function sendCodeAgain(
  tx: Db,
  deps: CodeDeps,
  edit: EditRow,
  place: ContactPlace,
  now: Instant,
) {
  const row = (await findCodes(tx, edit)).find((one) => one.place === place)
  if (row === undefined || row.confirmed_at !== null) throw new RefusalError('NO_CHANGE_PENDING')
  const code = toCode(row)
  if (!canSendAnew(code, now))
    throw new RefusalError({ code: 'CODE_SENT_RECENTLY', freeFrom: code.resendFrom })
  await sendCode(tx, deps, edit, { place, contact: openContact(deps.sealing, row) }, now, row)
}

/**
 * Compares what was typed. The try is counted first and by a connection of its own: a refusal rolls the change back,
 * and many tries at once count each.
 * @throws RefusalError NO_CHANGE_PENDING, CODE_WRONG, CODE_EXPIRED, CODE_LOCKED
 */
export async function requireCode(
  tx: Db,
  { sealing, database }: Pick<AreaDeps, 'sealing' | 'database'>,
  edit: EditRow,
  typed: { place: ContactPlace; code: string },
  now: Instant,
) {
  const row = await database.db
    .transaction()
    .execute((own) => countTry(own, edit, typed.place, now))
  const expected = Buffer.from(row.code_hash)
  const given = Buffer.from(hashOfCode(sealing, edit.edit_no, typed.place, typed.code))
  const isRight = expected.length === given.length && timingSafeEqual(expected, given)
  if (!isRight) throw wrong(row)
  await setConfirmed(tx, row, now)
}

async function countTry(own: Db, edit: EditRow, place: ContactPlace, now: Instant) {
  const row = await lockCode(own, edit, place)
  if (row === undefined) throw new RefusalError('NO_CHANGE_PENDING')
  const state = codeState(toCode(row), now)
  if (state === 'expired') throw new RefusalError('CODE_EXPIRED')
  if (state === 'locked') throw new RefusalError({ code: 'CODE_LOCKED', freeFrom: row.resend_from })
  return setTried(own, row, codeTried(toCode(row), now))
}

function wrong(row: CodeRow) {
  const left = triesLeft(row)
  if (left === 0) return new RefusalError({ code: 'CODE_LOCKED', freeFrom: row.resend_from })
  return new RefusalError({
    code: 'CODE_WRONG',
    message: `確認コードが違います。届いたコードを確認して、入力し直してください。あと${left}回まで入力できます。`,
  })
}
