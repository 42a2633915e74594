import { randomInt } from 'node:crypto'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { letterExpiry } from '#domain/phone-move/proof-letter.ts'
import { LETTER_CODE_DIGITS } from '#vocabulary/phone-move.ts'
import { phoneMove } from '../procedure.ts'
import { hashOfLetterCode, letterAad, type MoveOrder } from '../rows/details.ts'

/** Whom it goes to, as the registered data says when it is asked for: what is changed afterwards does not lead it elsewhere. */
type LetterTo = { readonly name: string; readonly zipCode: string; readonly address: string }

/** Makes the code of a move's letter; it is posted by the hour's task (follow-letters.ts), out of any transaction. */
export function askLetter(
  tx: Db,
  { sealing }: { readonly sealing: Sealing },
  by: By,
  { order_no: orderNo }: MoveOrder,
  { to, sentTo }: { readonly to: LetterTo; readonly sentTo: string },
): Promise<MoveOrder> {
  const code = String(randomInt(10 ** LETTER_CODE_DIGITS)).padStart(LETTER_CODE_DIGITS, '0')
  const letter = {
    codeHash: hashOfLetterCode(sealing, orderNo, code),
    tries: 0,
    expiresAt: letterExpiry(by.now),
    sentTo,
  }
  const letterSealed = sealing.seal(letterAad(orderNo), JSON.stringify({ ...to, code }))
  return phoneMove.patch(orderNo, { merge: { letter, letterSealed } })(tx, by)
}
