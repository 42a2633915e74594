import { timingSafeEqual } from 'node:crypto'
import { findLine, lockContract } from '#backend/contract/contracts.ts'
import type { Who } from '#backend/contract/who.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import { endHold } from '#backend/hold/holds.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import { RefusalError } from '#backend/refusal.ts'
import { letterTriesLeft } from '#domain/phone-move/proof-letter.ts'
import { isBefore } from '#domain/tokyo.ts'
import { moveMessage } from '../messages.ts'
import { phoneMove } from '../procedure.ts'
import { hashOfLetterCode, type MoveOrder } from '../rows/details.ts'
import { requestProfile } from './ask-carrier.ts'
import type { MoveDeps } from './begin-move.ts'

type Deps = MoveDeps & { readonly database: DatabaseHandle }
type Typed = { readonly orderNo: string; readonly letterCode: string }

/**
 * The code of the letter was typed: the carrier is asked, and the session that typed it reads the code of the eSIM. A wrong
 * one is counted by a transaction of its own, since the refusal rolls this one back; the last one ends the move.
 * @throws RefusalError NOT_FOUND, LETTER_OVER, LETTER_CODE_WRONG
 */
export async function takeLetterCode(tx: Db, deps: Deps, who: Who, typed: Typed) {
  const left = await deps.database.db.transaction().execute((own) => compare(own, deps, who, typed))
  if (left !== 'right') throw wrong(left)
  const order = await lockAwaiting(tx, who, typed.orderNo)
  const line = await findLine(tx, order.contract_id, order.line_id ?? '')
  const proved = await phoneMove.advance(typed.orderNo, {
    event: 'proved',
    merge: { sessionHash: who.sessionHash, letterSealed: null },
  })(tx, { ...who, actor: 'system' })
  const asked = await requestProfile(tx, deps, who, proved, line)
  return takeOrderStep(tx, deps.engine, who, {
    procedure: phoneMove,
    step: asked,
    audit: { action: 'phone-move-proved' },
    message: (facts) => moveMessage('letterTaken', facts),
  })
}

/** @returns how many tries are left after a wrong one */
async function compare(own: Db, deps: Deps, who: Who, { orderNo, letterCode }: Typed) {
  const order = await lockAwaiting(own, who, orderNo)
  const { letter } = order
  const expected = Buffer.from(letter.codeHash)
  const given = Buffer.from(hashOfLetterCode(deps.sealing, orderNo, letterCode))
  if (expected.length === given.length && timingSafeEqual(expected, given)) return 'right'
  const tried = { ...letter, tries: letter.tries + 1 }
  const counted = await phoneMove.patch(orderNo, { merge: { letter: tried } })(own, who)
  const left = letterTriesLeft(tried.tries, order.requested_at)
  if (left === 0) await endUnproved(own, deps, who, counted)
  return left
}

async function endUnproved(own: Db, deps: Deps, who: Who, { order_no: orderNo }: MoveOrder) {
  const by = { ...who, actor: 'system' } as const
  await takeOrderStep(own, deps.engine, by, {
    procedure: phoneMove,
    step: phoneMove.advance(orderNo, { event: 'proof_failed', merge: { letterSealed: null } }),
    audit: { action: 'phone-move-proof-failed' },
    message: (facts) => moveMessage('letterSpent', facts),
  })
  await endHold(own, orderNo, who.now)
}

/** @throws RefusalError LETTER_OVER unless the code of its letter is waited for */
async function lockAwaiting(tx: Db, { contractId, now }: Who, orderNo: string) {
  await lockContract(tx, contractId)
  const order = await phoneMove.find(tx, { contractId, orderNo })
  const { letter } = order.details
  if (order.state !== 'id_check' || letter === undefined || !isBefore(now, letter.expiresAt))
    throw new RefusalError('LETTER_OVER')
  return { ...order, letter }
}

function wrong(left: number) {
  if (left === 0)
    return new RefusalError({
      code: 'LETTER_OVER',
      message:
        '確認コードが続けて違っていたため、移行の手続きを終了しました。いまのスマホはそのまま使えます。もう一度お申し込みください。',
    })
  return new RefusalError({
    code: 'LETTER_CODE_WRONG',
    message: `手紙の確認コードが違います。手紙のコードを確認して、入力し直してください。あと${left}回まで入力できます。`,
  })
}
