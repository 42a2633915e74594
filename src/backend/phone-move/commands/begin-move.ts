import { lineOf, loadContract } from '#backend/contract/load.ts'
import { keyOf } from '#backend/contract/orders.ts'
import type { Who, By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { watchOrder } from '#backend/hold/holds.ts'
import { openCheck } from '#backend/identity/public.ts'
import { requireConditions } from '#backend/procedure/conditions.ts'
import type { LetterPort } from '#backend/ports/letter.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import { mayBegin } from '#domain/exclusion/allowed-operations.ts'
import { letterHours, letterExpiry } from '#domain/phone-move/proof-letter.ts'
import { type MoveProof, LETTER_CODE_DIGITS } from '#vocabulary/phone-move.ts'
import { moveMessage } from '../messages.ts'
import { phoneMove } from '../procedure.ts'
import { phoneNamed } from '../queries/phone.ts'
import { loadEstimate } from '../queries/estimate.ts'
import { mayAskLetter } from '../queries/letter.ts'
import { type MoveOrder, hashOfLetterCode, letterAad } from '../rows/details.ts'
import { requestProfile } from './ask-carrier.ts'
import { randomInt } from 'node:crypto'
import type { Sealing } from '#backend/db/sealing.ts'

export type MoveDeps = Pick<
  ProcedureDeps,
  'sealing' | 'book' | 'engine' | 'queue' | 'database' | 'publicUrl'
> & {
  /** The house that posts letters, where the operator has one. */
  readonly letters: LetterPort | undefined
}

type Begin = {
  readonly lineId: string
  /** As typed, or chosen from the list; empty where the member does not know. */
  readonly phone?: string | undefined
  readonly proof: MoveProof
  readonly conditions: string
}

/** The longest time in which a move can be stopped: a check by the chip, the validity of the profile, and the way back. */
export const WATCHED_HOURS = 24 * 6

/**
 * Begins a move. With a passkey the carrier is asked at once, with the IC chip as soon as it was read, with a letter as soon as
 * its code was typed, without any of them after a day. Every contact is told, with a link that stops it.
 * @throws RefusalError of the exclusion matrix, CONDITIONS_CHANGED, PHONE_HAS_NO_ESIM, LETTER_…
 */
export async function beginMove(
  tx: Db,
  deps: MoveDeps,
  who: Who,
  { lineId, phone, proof, conditions }: Begin,
): Promise<MoveOrder> {
  const { contractId, accountId, now, sessionHash = '' } = who
  const known = await loadContract(tx, contractId, { lock: true })
  const line = lineOf(known, lineId)
  requireOk(mayBegin('phoneMove', known.facts, now, lineId))
  const named = phoneNamed(phone)
  if (named.sim === 'card') throw new RefusalError('PHONE_HAS_NO_ESIM')
  const estimate = await loadEstimate(tx, deps, known, line, now)
  requireConditions(conditions, estimate)
  const letter = proof === 'letter' ? await mayAskLetter(tx, deps, who) : undefined
  if (letter !== undefined) requireOk(letter.decided)
  const waits = proof === 'wait'
  // Held on every device unless who moves is proved; a device that is merely new adds nothing to that.
  const by: Who = { ...who, fromNewDevice: waits ? sessionHash : undefined }
  const opened = await phoneMove.open({
    lineId,
    procedure: 'phoneMove',
    event: proof === 'chip' || proof === 'letter' ? 'proof_wanted' : 'requested',
    details: {
      proof,
      // By a letter it is the session in which its code is typed.
      ...(proof === 'passkey' || proof === 'chip' ? { sessionHash } : {}),
      device: named.device,
      kind: line.kind,
      fromSize: line.sim_size,
      wasLost: line.suspension_reason === 'lost',
      estimate: { ...estimate, why: { allowed: true } },
      nextSteps: [nextStep('新しいスマホでコードを読み取り、切り替えます。')],
    },
  })(tx, by)
  const key = keyOf(opened)
  if (proof === 'chip') await openCheck(tx, { ...key, accountId, now })
  let asked = opened
  if (letter !== undefined) asked = await askLetter(tx, deps, by, opened, letter)
  if (proof === 'passkey' || waits) asked = await requestProfile(tx, deps, by, opened, line)
  const watched = { ...key, accountId, operation: 'phoneMove', sessionHash } as const
  const hours = WATCHED_HOURS + (letter === undefined ? 0 : letterHours(now))
  const stopPath = waits ? undefined : await watchOrder(tx, { ...watched, hours }, now)
  return takeOrderStep(tx, deps.engine, by, {
    procedure: phoneMove,
    step: asked,
    audit: { action: 'phone-move-begun', details: { line: lineId, proof } },
    message: (facts) => moveMessage(waits ? 'waits' : 'begun', { ...facts, stopPath }),
  })
}

/** Whom it goes to, as the registered data says when it is asked for: what is changed afterwards does not lead it elsewhere. */
type LetterTo = { readonly name: string; readonly zipCode: string; readonly address: string }

/** Makes the code of a move's letter; it is posted by the hour's task (follow-letters.ts), out of any transaction. */
function askLetter(
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
